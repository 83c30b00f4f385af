import { Errors } from "typebox/schema"
import { Settings } from "typebox/system"
import { didYouMean, nearest } from "../diagnostics/index.js"
import { expectation } from "./expectation.js"

/** One violation of a schema by a value. */
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
        default:
          return [{ kind: "value", path, at, ...expectation(error, valueAt(value, path)) }]
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

/** The value at a path; undefined if there is none. */
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
