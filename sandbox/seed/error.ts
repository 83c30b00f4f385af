import { Refusal } from "../state/index.js"

/** A seed that cannot be planted; the message lists every problem and where it is. */
export class SeedError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], source = "seed") {
    super(`The sandbox cannot use the ${source}:\n${problems.map((one) => `  ${one}`).join("\n")}`)
    this.name = "SeedError"
    this.problems = problems
  }
}

/** The rules of the state apply to seeds too: says which part of a seed broke one. */
export function inPlace<Result>(place: string, plant: () => Result): Result {
  try {
    return plant()
  } catch (error) {
    if (error instanceof Refusal) throw new SeedError([`${place}: ${error.message || error.type}`])
    throw error
  }
}
