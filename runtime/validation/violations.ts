import * as typebox from "typebox/schema"
import { Settings } from "typebox/system"
import type { JsonSchema } from "../definition/index.js"

/** One keyword of a schema that a value does not keep. */
export interface Violation {
  readonly keyword: string
  /** JSON pointer to the offending value. */
  readonly pointer: string
  /** The schema that holds the keyword. */
  readonly schema: JsonSchema
  /** Where that schema is, to tell the branches of an `anyOf` apart. */
  readonly schema_path: string
}

/**
 * The validator's functions without their types, which compute the type of whatever a schema accepts:
 * a million instantiations in the compiler of everybody who builds from these sources.
 */
interface Typebox {
  Compile(schema: object): { Check(value: unknown): boolean }
  Errors(schema: object, value: unknown): [boolean, TypeboxError[]]
}

interface TypeboxError {
  keyword: string
  instancePath: string
  schemaPath: string
}

const untyped: unknown = typebox
const { Compile, Errors } = untyped as Typebox

/** Most violations that are told, and most members of a list or an object that are looked at for them. */
const most = 200

const validators = new WeakMap<JsonSchema, ReturnType<Typebox["Compile"]>>()

/**
 * What in `value` breaks `schema`, the first few hundred places; empty where nothing does.
 *
 * The only file that knows which validator is in use. Schemas are compiled on first use, and
 * interpreted where the platform forbids making functions from text.
 */
export function violations(schema: JsonSchema, value: unknown): Violation[] {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  if (validator.Check(value)) return []
  // Explaining takes a thousand times longer than checking: of a long list its beginning has to do.
  const beginning = shortened(value)
  return explain(schema, validator.Check(beginning) ? value : beginning)
}

function explain(schema: JsonSchema, value: unknown): Violation[] {
  // By default it tells eight; the setting is global, so it is put back at once.
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: most })
  try {
    const [, errors] = Errors(schema, value)
    return errors.map(({ keyword, instancePath, schemaPath }) => ({
      keyword,
      pointer: instancePath,
      schema: schemaAt(schema, schemaPath),
      schema_path: schemaPath,
    }))
  } finally {
    Settings.Set({ maxErrors })
  }
}

/** The value with the first members of every list and object; itself where it has no more. */
function shortened(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.slice(0, most).map(shortened)
  const entries = Object.entries(value).slice(0, most)
  return Object.fromEntries(entries.map(([key, item]) => [key, shortened(item)]))
}

function schemaAt(root: JsonSchema, path: string): JsonSchema {
  const names = path
    .replace(/^#\/?/, "")
    .split("/")
    .filter((name) => name !== "")
  let at: unknown = root
  for (const name of names) at = Object(at)[name.replaceAll("~1", "/").replaceAll("~0", "~")]
  return typeof at === "object" && at !== null ? at : {}
}
