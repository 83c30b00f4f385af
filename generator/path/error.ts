import type { Problem } from "../diagnostics/index.js"
import type { Origin } from "../jmespath/index.js"

/** A path expression that cannot be compiled, with where and what to do. */
export class PathError extends Error {
  readonly problem: Problem
  /** The part at fault, where that is known. */
  readonly at: Origin | undefined

  constructor(problem: Problem, at?: Origin) {
    super(problem.message)
    this.problem = problem
    this.at = at
  }
}

/** Runs a part of the compiler; an error without a location gets that of the part. */
export function located<T>(at: () => Origin | undefined, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof PathError) || error.at !== undefined) throw error
    throw new PathError(error.problem, at())
  }
}
