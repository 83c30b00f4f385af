/** The command line cannot mean anything; nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError"
  /** One sentence: what to type instead. */
  readonly fix: string | undefined

  constructor(message: string, fix?: string) {
    super(message)
    this.fix = fix
  }
}

/** What was asked for was carried out, and cannot be shown as it was wanted. */
export class DisplayError extends Error {
  override readonly name = "DisplayError"
}
