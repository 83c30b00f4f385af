import { type JsonType, jsonTypes } from "../../runtime/definition/index.js"
import { didYouMean } from "../diagnostics/index.js"
import { isMap } from "../shape/index.js"

type Check = (value: unknown) => string | undefined

const count: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : "must be a whole number of at least 0"
const number: Check = (value) => (Number.isFinite(value) ? undefined : "must be a number")
const bool: Check = (value) => (typeof value === "boolean" ? undefined : "must be true or false")
const string: Check = (value) => (typeof value === "string" ? undefined : "must be a string")
const map: Check = (value) => (isMap(value) ? undefined : "must be a map")
const scalar = (value: unknown) =>
  value === null || ["string", "number", "boolean"].includes(typeof value)

/** Type names of other languages. */
const OTHER_WORDS: ReadonlyMap<string, JsonType> = new Map([
  ["text", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["list", "array"],
  ["map", "object"],
  ["dict", "object"],
])

/** The keywords of JSON Schema that a contract may use, and the check of each value. */
export const KEYWORDS: Record<string, { check: Check; of?: readonly JsonType[] }> = {
  type: {
    check: (value) => {
      const types = [value].flat()
      const wrong = types.find((type) => !jsonTypes.some((known) => known === type))
      if (wrong === undefined) return types.length > 0 ? undefined : "must not be empty"
      const meant = OTHER_WORDS.get(String(wrong))
      const near = meant === undefined ? didYouMean(String(wrong), jsonTypes) : `write \`${meant}\``
      return `must be one of ${jsonTypes.join(", ")}; found \`${String(wrong)}\`${near ? `, ${near}` : ""}`
    },
  },
  title: { check: string, of: ["object"] },
  extends: { check: string, of: ["object"] },
  description: { check: string },
  deprecated: { check: bool },
  "x-ghx-node": {
    check: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string")
        ? undefined
        : "must be a list of types in GitHub's schema",
    of: ["string"],
  },
  "x-ghx-content": { check: bool, of: ["string"] },
  default: { check: () => undefined },
  const: { check: (value) => (scalar(value) ? undefined : "must be a scalar") },
  enum: {
    check: (value) => {
      if (!Array.isArray(value) || value.length === 0) return "must be a list of values"
      if (!value.every(scalar)) return "must contain scalars only"
      return new Set(value).size === value.length ? undefined : "has a duplicate value"
    },
  },
  required: {
    check: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === "string")
        ? undefined
        : "must be a list of property names",
    of: ["object"],
  },
  properties: { check: map, of: ["object"] },
  additionalProperties: {
    check: (value) => bool(value) && map(value) && "must be true, false or a schema",
    of: ["object"],
  },
  items: { check: map, of: ["array"] },
  minItems: { check: count, of: ["array"] },
  maxItems: { check: count, of: ["array"] },
  uniqueItems: { check: bool, of: ["array"] },
  minLength: { check: count, of: ["string"] },
  maxLength: { check: count, of: ["string"] },
  pattern: { check: checkPattern, of: ["string"] },
  minimum: { check: number, of: ["integer", "number"] },
  maximum: { check: number, of: ["integer", "number"] },
  contentEncoding: {
    check: (value) => (value === "base64" ? undefined : "must be base64"),
    of: ["string"],
  },
  contentMediaType: {
    check: (value) =>
      value === "application/octet-stream" ? undefined : "must be application/octet-stream: bytes",
  },
  anyOf: {
    check: (value) =>
      Array.isArray(value) && value.length > 0 && value.every(isMap)
        ? undefined
        : "must be a list of schemas",
  },
  oneOf: {
    check: (value) =>
      Array.isArray(value) && value.length > 0 && value.every(isDiscriminated)
        ? undefined
        : "must be a list of objects distinguished by a constant `type`; use `anyOf` for other alternatives",
  },
}

function isDiscriminated(schema: unknown): boolean {
  if (!isMap(schema)) return false
  const { type, properties } = schema
  const discriminator = isMap(properties) ? properties.type : undefined
  return (
    type === "null" ||
    (type === "object" && isMap(discriminator) && typeof discriminator.const === "string")
  )
}

/** Keywords for outputs only: they name shapes, or distinguish objects. */
export const OF_OUTPUTS: readonly string[] = ["title", "extends", "oneOf"]

/** Advice for keywords that contracts do not support. */
export const HINTS: ReadonlyMap<string, string> = new Map([
  ["tsType", "cards cannot contain TypeScript types"],
  ["title", "remove it: types are named after the capability"],
  ["$ref", "write the schema in place of the reference"],
  ["oneOf", "use `anyOf`"],
  ["allOf", "merge the schemas into one"],
  ["format", "use `pattern`, which is checked everywhere"],
  [
    "shape",
    "use it at a field or its `items`; declare an object with fields as a shape, `cards/shapes/NAME.yaml`",
  ],
  ["nullable", 'write `type: [string, "null"]`'],
])

function checkPattern(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a string"
  try {
    new RegExp(value, "u")
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, "") : ""
    return `is not a regular expression: ${reason}`
  }
}
