import type { DiagnosticCode } from "../diagnostics/index.js"
import type { TextSpan } from "./positions.js"

/** A path expression that cannot be compiled, with where in its text and what to do. */
export class PathError extends Error {
  readonly code: DiagnosticCode
  /** The part at fault, where that is known. */
  readonly at: TextSpan | undefined
  readonly help: string | undefined

  constructor(
    code: DiagnosticCode,
    message: string,
    options: { at?: TextSpan | undefined; help?: string | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.at = options.at
    this.help = options.help
  }
}

/** Runs a part of the compiler; an error that does not say where it is, is where the part stands. */
export function located<T>(at: TextSpan | undefined, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof PathError) || error.at !== undefined) throw error
    throw new PathError(error.code, error.message, { at, help: error.help })
  }
}
