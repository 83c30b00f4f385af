import type { JsonSchema } from "../definition/index.js"
import { childPointer } from "../input/index.js"

/** One keyword of a schema that a value violates. */
export interface Violation {
  readonly keyword: string
  /** JSON pointer to the offending value. */
  readonly pointer: string
  /** The schema that has the keyword. */
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

/** Maximum number of reported violations. */
const most = 200

export const isFull = (found: readonly Violation[]): boolean => found.length >= most

export function add(found: Violation[], keyword: string, schema: JsonSchema, at: Position): void {
  if (!isFull(found)) found.push({ keyword, schema, ...at })
}

/** The place of the member `name` of a value, whose schema is at `way`. */
export function within(
  { pointer, schema_path }: Position,
  name: string | undefined,
  ...way: readonly string[]
): Position {
  return {
    pointer: name === undefined ? pointer : childPointer(pointer, name),
    schema_path: way.reduce(childPointer, schema_path),
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
