import type { TLocalizedValidationError } from "typebox/error"
import { Errors } from "typebox/schema"
import { Settings } from "typebox/system"
import { didYouMean, nearest } from "../diagnostics/index.js"

export interface SchemaError {
  /** An unknown property, a missing property, or an invalid value. */
  readonly kind: "unknown" | "missing" | "value"
  /** The path of the value; for a missing property, the path that it would have. */
  readonly path: readonly (string | number)[]
  /** The path of the violated keyword in the schema. */
  readonly at: readonly (string | number)[]
  /** The message, such as `must be a string`. Messages about properties are written by the caller. */
  readonly message: string
  readonly help?: string
}

/** All violations of a schema by a value in a card, without duplicates. */
export function schemaErrors(schema: object, value: unknown): SchemaError[] {
  const all = errorsOf(schema, value)
    .filter(({ schemaPath }) => !schemaPath.includes("/anyOf/"))
    .flatMap((error): FoundError[] => {
      const path = pathOf(error.instancePath)
      const at = [...pathOf(error.schemaPath), error.keyword]
      switch (error.keyword) {
        // Reported once for each unknown property of a closed object.
        case "boolean":
          return [{ ...unknownProperty(path, propertiesOf(schema, error.schemaPath)), at }]
        // Reports the same properties again, together.
        case "additionalProperties":
          return []
        case "required":
          return error.params.requiredProperties.map((name) => ({
            kind: "missing",
            path: [...path, name],
            at,
            message: "is missing",
          }))
        default: {
          const violated = valueAt(schema, pathOf(error.schemaPath))
          return [
            { kind: "value", path, at, ...expectation(error, valueAt(value, path), violated) },
          ]
        }
      }
    })
  return withoutMisspelt(all)
}

/** Omits a missing property if a misspelt one was reported as unknown. */
function withoutMisspelt(errors: readonly FoundError[]): SchemaError[] {
  const meant = new Set(
    errors.flatMap(({ path, near }) =>
      near === undefined ? [] : [JSON.stringify([...path.slice(0, -1), near])],
    ),
  )
  return errors
    .filter(({ kind, path }) => kind !== "missing" || !meant.has(JSON.stringify(path)))
    .map(({ near: _, ...error }) => error)
}

interface FoundError extends SchemaError {
  /** The known name that is similar to the unknown one. */
  readonly near?: string
}

function unknownProperty(
  path: readonly (string | number)[],
  known: readonly string[],
): Omit<FoundError, "at"> {
  const name = String(path.at(-1))
  const near = nearest(name, known)
  const list = known.length === 0 ? undefined : `known are: ${known.join(", ")}`
  const help = didYouMean(name, known) ?? list
  return {
    kind: "unknown",
    path,
    message: "is not known",
    ...(near === undefined ? {} : { near }),
    ...(help === undefined ? {} : { help }),
  }
}

/** The names that a closed object knows; the path ends in its `additionalProperties`. */
function propertiesOf(schema: object, schemaPath: string): string[] {
  const properties = valueAt(schema, [...pathOf(schemaPath).slice(0, -1), "properties"])
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : []
}

function errorsOf(schema: object, value: unknown) {
  // The validator stops after eight errors by default; the setting is global, so it is restored.
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: Number.POSITIVE_INFINITY })
  try {
    return Errors({ ...schema }, value)[1]
  } finally {
    Settings.Set({ maxErrors })
  }
}

export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
        ? Reflect.get(inner, step)
        : undefined,
    value,
  )
}

/** The steps of a JSON pointer. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

const KINDS: Readonly<Record<string, string>> = {
  object: "a map",
  array: "a list",
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
}

function expectation(
  error: TLocalizedValidationError,
  found: unknown,
  violated: unknown,
): { message: string; help?: string } {
  switch (error.keyword) {
    case "type": {
      const types = [error.params.type].flat()
      const message = `must be ${types.map((type) => KINDS[type] ?? type).join(" or ")}`
      return { message, ...help(wrongKind(types, found)) }
    }
    case "enum": {
      const allowed = error.params.allowedValues.map(String)
      const near = typeof found === "string" ? didYouMean(found, allowed) : undefined
      return { message: `must be one of ${allowed.join(", ")}`, ...help(near ?? foundIs(found)) }
    }
    case "const":
      return { message: `must be ${JSON.stringify(error.params.allowedValue)}` }
    case "minLength":
      return { message: atLeast(error.params.limit, "character") }
    case "minItems":
      return { message: atLeast(error.params.limit, "item") }
    case "maxLength":
      return { message: `must have at most ${counted(error.params.limit, "character")}` }
    case "maxItems":
      return { message: `must have at most ${counted(error.params.limit, "item")}` }
    case "minimum":
      return { message: `must be at least ${error.params.limit}` }
    case "maximum":
      return { message: `must be at most ${error.params.limit}` }
    case "uniqueItems":
      return { message: "must not have duplicate values" }
    case "pattern": {
      const { patternErrorMessage = `must match ${error.params.pattern}` } = Object(violated)
      return { message: patternErrorMessage, ...help(foundIs(found)) }
    }
    case "anyOf":
      return { message: "matches none of the alternatives", ...help(foundIs(found)) }
    default:
      return { message: error.message }
  }
}

function atLeast(limit: number, unit: string): string {
  return limit === 1 ? "must not be empty" : `must have at least ${counted(limit, unit)}`
}

function counted(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

function wrongKind(types: readonly string[], found: unknown): string | undefined {
  if (found === null) return "remove the key, or give it a value"
  if (types.includes("boolean") && typeof found === "string") {
    const meant = /^(y|yes|on|true)$/i.test(found)
      ? "true"
      : /^(n|no|off|false)$/i.test(found)
        ? "false"
        : ""
    if (meant !== "") return `write a boolean without quotes: \`${meant}\``
  }
  return foundIs(found)
}

function foundIs(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return `found \`${value}\``
  if (typeof value === "string") {
    return value === ""
      ? undefined
      : `found \`${value.length > 40 ? `${value.slice(0, 39)}…` : value}\``
  }
  if (Array.isArray(value)) return "found a list"
  return typeof value === "object" && value !== null ? "found a map" : undefined
}

function help(text: string | undefined): { help?: string } {
  return text === undefined ? {} : { help: text }
}
