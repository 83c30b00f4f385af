import type { JsonSchema } from "./json-schema.js"

/** One keyword of a schema that a value violates. */
export interface Violation {
  readonly keyword: string
  /** JSON pointer to the offending value. */
  readonly pointer: string
  readonly schema: JsonSchema
  /** The path of that schema, to distinguish the branches of an `anyOf`. */
  readonly schema_path: string
}

/** A compiled keyword: `keeps` is a fast test, `report` finds all violations. */
export interface Check {
  keeps(value: unknown): boolean
  /** Adds the violations of the value to `found`. */
  report(value: unknown, at: Position, found: Violation[]): void
}

/** The paths of a value and its schema. */
export interface Position {
  readonly pointer: string
  readonly schema_path: string
}

/** A keyword, and the check of a schema that has it. */
export interface Keyword {
  readonly keyword: keyof JsonSchema
  checkOf(schema: JsonSchema, compile: (schema: JsonSchema) => Check): Check | undefined
}

/** The keywords of few contracts. */
export interface RareKeywords {
  keywords(): readonly Keyword[]
  /** The violations that a caller can act on. */
  relevant(all: readonly Violation[]): readonly Violation[]
}
