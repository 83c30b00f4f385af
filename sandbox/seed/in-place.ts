import { SeedError } from "../errors/index.js"
import { Refusal } from "../state/index.js"

/** The rules of the state apply to seeds too: says which part of a seed broke one. */
export function inPlace<Result>(place: string, plant: () => Result): Result {
  try {
    return plant()
  } catch (error) {
    if (error instanceof Refusal) throw new SeedError([`${place}: ${error.message || error.type}`])
    throw error
  }
}
