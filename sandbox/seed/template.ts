import { isDeepStrictEqual } from "node:util"
import type { Seed, SeedAddition } from "../public/index.js"
import type { Tokens } from "../snapshot/index.js"
import {
  type Clock,
  copyStore,
  createStore,
  type Store,
  steppingClock,
  transaction,
} from "../tables/index.js"
import { checked, readSeed } from "./load.js"
import { plantSeed } from "./plant.js"
import { checkedTokens } from "./tokens.js"

/** A checked seed, and the store that it describes. */
export interface Planted {
  readonly seed: Seed
  readonly store: Store
}

/**
 * The stores of the most recently used seeds. Each test starts a sandbox, nearly always from the same seed, and
 * checking and loading a seed takes many times as long as copying its store.
 */
const templates: Planted[] = []

const MOST_TEMPLATES = 4

/** Larger seeds are loaded each time, because a template would keep their memory forever. */
const MOST_ISSUES = 2000

/**
 * The store of a seed, or of a JSON or YAML file with one.
 *
 * @param own - the sandbox's own seed, for callers without one. A test checks it, so that a start does not.
 */
export async function plantedStore(
  source: Seed | string | undefined,
  own: Seed,
  /** The caller's clock. Its times are in every row, so such stores get no template. */
  clock?: Clock,
): Promise<Planted> {
  const value = source === undefined ? own : await readSeed(source)
  const known = templates.find(({ seed }) => seed === value || isDeepStrictEqual(seed, value))
  const seed = known?.seed ?? (source === undefined ? own : checkedSeed(value, source))
  if (clock) return { seed, store: plant(seed, clock) }
  const template = known ?? { seed, store: plant(seed, steppingClock()) }
  keep(template)
  return { seed, store: copyStore(template.store, steppingClock()) }
}

/** A copy, since later changes by the caller are not checked. */
function checkedSeed(value: unknown, source: Seed | string): Seed {
  return structuredClone(checked("Seed", value, typeof source === "string" ? source : "seed"))
}

export function plant(seed: Seed, clock: Clock): Store {
  const store = createStore({ clock, webUrl: "https://github.com" })
  plantSeed(store, seed)
  return store
}

/** The most recently used template comes first. */
function keep(template: Planted): void {
  if (template.store.tables.issues.size > MOST_ISSUES) return
  const at = templates.indexOf(template)
  if (at >= 0) templates.splice(at, 1)
  templates.unshift(template)
  templates.length = Math.min(templates.length, MOST_TEMPLATES)
}

export async function readAddition(source: SeedAddition | string): Promise<SeedAddition> {
  const name = typeof source === "string" ? source : "seed"
  return checked("SeedAddition", await readSeed(source), name)
}

/** Applies a seed, all or nothing. Returns its tokens. */
export const applySeed = (store: Store, seed: SeedAddition): Tokens =>
  transaction(
    store,
    () => {
      plantSeed(store, seed)
      return checkedTokens(store, seed.tokens ?? [])
    },
    { isSilent: true },
  )
