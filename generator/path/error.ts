import type { Problem } from "../diagnostics/index.js"
import type { Origin } from "../jmespath/index.js"

/** A path expression that cannot be compiled, with the location and a fix. */
export class PathError extends Error {
  constructor(
    readonly problem: Problem,
    /** The part with the problem, if known. */
    readonly at?: Origin,
  ) {
    super(problem.message)
  }
}

/** Runs a part of the compiler. An error without a location gets the location of that part. */
export function withLocation<T>(at: () => Origin | undefined, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof PathError) || error.at !== undefined) throw error
    throw new PathError(error.problem, at())
  }
}
