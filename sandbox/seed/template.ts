import { isDeepStrictEqual } from "node:util"
import type { Seed } from "../public/index.js"
import { type Clock, copyWorld, createWorld, steppingClock, type World } from "../tables/index.js"
import { checked, readSeed } from "./load.js"
import { plantSeed } from "./plant.js"
import { seedSchema } from "./schema.js"

/** A seed that was found right, and the world that it describes. */
export interface Planted {
  readonly seed: Seed
  readonly world: World
}

/**
 * The worlds of the seeds that were last asked for. Tests start a sandbox each, nearly always of
 * the same seed: checking and planting it takes many times as long as a copy does.
 */
const templates: Planted[] = []

const MOST_TEMPLATES = 4

/** Larger worlds are planted each time: a template would keep their memory for good. */
const MOST_ISSUES = 2000

/** The world of a seed, or of the JSON or YAML file that holds one. */
export async function plantedWorld(
  source: Seed | string,
  /** The caller's clock. What it tells is in every row, so that such worlds have no template. */
  clock?: Clock,
): Promise<Planted> {
  const value = await readSeed(source)
  const known = templates.find(({ seed }) => isDeepStrictEqual(seed, value))
  const seed = known?.seed ?? checkedSeed(value, source)
  if (clock) return { seed, world: plant(seed, clock) }
  const template = known ?? { seed, world: plant(seed, steppingClock()) }
  keep(template)
  return { seed, world: copyWorld(template.world, steppingClock()) }
}

/** A copy, since what the caller changes later is not what was checked. */
const checkedSeed = (value: unknown, source: Seed | string): Seed =>
  structuredClone(checked(seedSchema, value, typeof source === "string" ? source : "seed"))

export function plant(seed: Seed, clock: Clock): World {
  const world = createWorld({ clock, webUrl: "https://github.com" })
  plantSeed(world, seed)
  return world
}

/** The one that was asked for last comes first. */
function keep(template: Planted): void {
  if (template.world.tables.issues.size > MOST_ISSUES) return
  const at = templates.indexOf(template)
  if (at >= 0) templates.splice(at, 1)
  templates.unshift(template)
  templates.length = Math.min(templates.length, MOST_TEMPLATES)
}
