/** The `gh` route of a capability. */

/**
 * A flag's value: text and numbers are passed as they are, `true` passes the flag alone, and a list repeats it. Other
 * values omit it.
 */
export type FlagValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** Earlier output: values of lookups by name, and the text of the first command. */
export interface EarlierOutput {
  readonly lookups: Readonly<Record<string, unknown>>
  readonly first: string
}

/** One `gh` command. Members are methods because each generated command names its own types. */
export interface CliCommand<Input> {
  /** `["issue", "view"]` */
  readonly command: readonly string[]
  /** Fields for `--json`; without them the command prints no JSON. */
  readonly jsonFields?: readonly string[]
  /** Positional arguments, passed after `--`. */
  arguments?(input: Input, earlier: unknown): readonly (string | number)[]
  /** Flags by name, without dashes. */
  flags?(input: Input, earlier: unknown): Readonly<Record<string, FlagValue>>
}

/** A command that reads. If its result is null, the call ends with `NOT_FOUND`. */
export interface CliLookup<Input> extends CliCommand<Input> {
  /** What the lookup finds, for the message if it finds nothing: `issue`. */
  readonly subject: string
  result(printed: unknown): unknown
}

/** The route over the real `gh`. */
export interface CliRoute<Input, Output> extends CliCommand<Input> {
  /** Run in parallel, before the command. */
  readonly lookups?: Readonly<Record<string, CliLookup<Input>>>
  /** A second command that reads the result, for commands that print no JSON. */
  readonly then?: CliCommand<Input>
  readonly result: string
  /** The mapped result; null if the last output does not contain it. */
  output(printed: unknown, input: Input, earlier: unknown): Output | null
}
