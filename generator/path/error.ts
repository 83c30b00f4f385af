import type { DiagnosticCode } from "../diagnostics/catalogue.js"

/** A path expression that cannot be compiled, with where in its text and what to do. */
export class PathError extends Error {
  readonly code: DiagnosticCode
  /** The name at fault and where it starts in the expression, where that is known. */
  readonly at: { name: string; start: number } | undefined
  readonly help: string | undefined

  constructor(
    code: DiagnosticCode,
    message: string,
    options: { at?: { name: string; start: number } | undefined; help?: string | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.at = options.at
    this.help = options.help
  }
}
