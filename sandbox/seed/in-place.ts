import { SeedError } from "../errors/index.js"
import { Refusal } from "../state/index.js"

/** Adds the location in the seed to errors of the state's rules, which also apply to seeds. */
export function inPlace<Result>(place: string, plant: () => Result): Result {
  try {
    return plant()
  } catch (error) {
    if (error instanceof Refusal) throw new SeedError([`${place}: ${error.message || error.type}`])
    throw error
  }
}
