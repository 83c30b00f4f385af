/** The command line is invalid; nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError"
  /** One sentence with what to type instead. */
  readonly fix: string | undefined

  constructor(message: string, fix?: string) {
    super(message)
    this.fix = fix
  }
}

/** The call was executed, and its result cannot be displayed as requested. */
export class DisplayError extends Error {
  override readonly name = "DisplayError"
}
