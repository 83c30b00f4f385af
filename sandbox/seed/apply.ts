import type { SeedAddition } from "../public/index.js"
import type { Tokens } from "../snapshot/index.js"
import { type Store, transaction } from "../tables/index.js"
import { checked, readSeed } from "./load.js"
import { plantSeed } from "./plant.js"
import { checkedTokens } from "./tokens.js"

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
