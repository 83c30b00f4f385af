/** The pinned description of gh, made by `make pin ARGS=--gh`. */
export interface GhDescription {
  /** `issue view` → its options and arguments. */
  readonly commands: Readonly<Record<string, GhCommandDescription>>
  /** `issue` → JSON Schema of the JSON that `gh issue …` prints. */
  readonly types: Readonly<Record<string, unknown>>
}

export interface GhCommandDescription {
  /** Positional arguments of the command, as in gh's help: `{<number> | <url>}`; empty if there are none. */
  readonly usage: string
  /** Long flags by name, without dashes. */
  readonly flags: Readonly<Record<string, GhFlag>>
  /** The fields of `--json`; absent if the command prints no JSON. */
  readonly json?: readonly string[]
}

/** The kind of a flag's value, or the values it can have. */
export type GhFlag = "boolean" | "integer" | "string" | "list" | readonly string[]
