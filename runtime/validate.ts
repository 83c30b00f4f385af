import * as typebox from "typebox/schema"
import { Settings } from "typebox/system"
import type { JsonSchema } from "./definition.js"

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

const validators = new WeakMap<JsonSchema, ReturnType<Typebox["Compile"]>>()

/**
 * Everything in `value` that breaks `schema`; empty where nothing does.
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
  return validator.Check(value) ? [] : explain(schema, value)
}

function explain(schema: JsonSchema, value: unknown): Violation[] {
  // By default it stops after eight; the setting is global, so it is put back at once.
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: Number.POSITIVE_INFINITY })
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

function schemaAt(root: JsonSchema, path: string): JsonSchema {
  const names = path
    .replace(/^#\/?/, "")
    .split("/")
    .filter((name) => name !== "")
  let at: unknown = root
  for (const name of names) at = Object(at)[name.replaceAll("~1", "/").replaceAll("~0", "~")]
  return typeof at === "object" && at !== null ? at : {}
}
