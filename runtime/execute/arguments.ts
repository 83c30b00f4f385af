/** Reads and validates the arguments of tools, which models write. */
import type { JsonSchema } from "../definition/index.js"
import type { ResultError } from "../envelope/index.js"
import { isObject } from "../errors/index.js"
import { snapshot } from "../input/index.js"
import { parseJson } from "../text/index.js"
import { checkInput, issueSentence, rareKeywords, violations } from "../validation/index.js"

/**
 * Reads a model's arguments as the schema means them: models and their clients send numbers and booleans as strings,
 * lists and objects as JSON text, null for omitted values, and an empty text for no arguments. A value that could mean
 * something else stays as it is, and validation refuses it.
 */
export function readModelArguments(schema: JsonSchema, given: unknown): unknown {
  const isNothing = given === null || given === undefined || isBlank(given)
  const { value, issues, references } = snapshot(isNothing ? {} : given)
  if (issues.length > 0 || references) return given
  return readValue({ type: "object", ...schema }, value)
}

function readValue(schema: JsonSchema, value: unknown): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return readChoice(choices, value)
  if (typeof value === "string") return readText(schema, value)
  const { items, properties = {}, required = [], additionalProperties: others } = schema
  if (Array.isArray(value)) return items ? value.map((one) => readValue(items, one)) : value
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([name, one]) => {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined
    const own = described ?? (typeof others === "object" ? others : undefined)
    if (own === undefined) return [[name, one]]
    if (required.includes(name) && isNoObject(own, one)) return [[name, {}]]
    if (one === null && described && !allowsNull(own)) return []
    return [[name, readValue(own, one)]]
  })
  return Object.fromEntries(members)
}

/** The only reading that one of several schemas accepts. */
function readChoice(choices: readonly JsonSchema[], value: unknown): unknown {
  const accepting = (read: (schema: JsonSchema) => unknown) =>
    choices.map((one) => [one, read(one)] as const).filter(([one, as]) => isValid(one, as))
  if (accepting(() => value).length > 0) return value
  const readings = accepting((one) => readValue(one, value))
  const distinct = new Map(readings.map(([, as]) => [JSON.stringify(as), as]))
  const [only] = distinct.values()
  return distinct.size === 1 ? only : value
}

function readText(schema: JsonSchema, text: string): unknown {
  const types: readonly unknown[] = [schema.type ?? "string"].flat()
  if (types.includes("string")) return text
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return text
  }
  const type = Array.isArray(value) ? "array" : typeof value
  if (type === "string") return text
  if (type === "array" || (type === "object" && value !== null)) {
    return types.includes(type) ? readValue(schema, value) : text
  }
  // Leading zeros, exponents and lost digits could mean something else.
  const isSame = String(value) === text
  const isWanted = types.includes(type) || (Number.isInteger(value) && types.includes("integer"))
  return isSame && isWanted ? value : text
}

function isValid(schema: JsonSchema, value: unknown): boolean {
  return violations(schema, value, rareKeywords).length === 0
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === ""
}

/** Whether a value stands for an object without members. */
function isNoObject({ type, required = [] }: JsonSchema, value: unknown): boolean {
  return type === "object" && required.length === 0 && (value === null || isBlank(value))
}

function allowsNull({ type, anyOf = [], oneOf = [], const: only }: JsonSchema): boolean {
  return [type].flat().includes("null") || only === null || [...anyOf, ...oneOf].some(allowsNull)
}

/** Validates the arguments of a tool without a capability, with the messages of every invalid input. */
export function checkArguments(
  tool: string,
  input: JsonSchema,
  given: unknown,
): { ok: true; input: unknown } | { ok: false; error: ResultError } {
  const checked = checkInput({ input, parts: { rareKeywords } }, snapshot(given))
  const { issues } = checked
  if (issues.length === 0) return { ok: true, input: checked.input }
  const message = `Invalid arguments of ${tool}: ${issueSentence(issues, "arguments")}`
  const details = { issues, outcome: "not_sent" as const }
  return { ok: false, error: { code: "VALIDATION", message, retryable: false, details } }
}
