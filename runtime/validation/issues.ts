import type { JsonSchema, Violation } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { shorten } from "../errors/index.js"
import { childPointer, valueAt } from "../input/index.js"
import { didYouMean, suggestionsFor } from "../suggestions/index.js"
import { int32 } from "./bounds.js"

/** Maximum number of reported issues. */
const mostIssues = 100

// A long text may be given in place of a name, and becomes part of the pointer.
const longest = 500

/**
 * The first problems, without duplicates, and shortened. Problems of the input itself come before those within its
 * fields, since a single field may have thousands.
 */
export function issueList(all: readonly ValidationIssue[]): ValidationIssue[] {
  if (all.length === 0) return []
  const seen = new Map<string, ValidationIssue>()
  const outermost = [...all].sort((one, other) => depth(one) - depth(other))
  for (const { pointer, message } of outermost) {
    const issue = { pointer: shorten(pointer, longest), message: shorten(message, longest) }
    seen.set(`${issue.pointer} ${issue.message}`, issue)
    if (seen.size === mostIssues) break
  }
  return [...seen.values()]
}

function depth({ pointer }: ValidationIssue): number {
  return pointer.split("/").length
}

/** The problems in one line. */
export function issueSentence(issues: readonly ValidationIssue[], whole: string): string {
  const list = issues.map(({ pointer, message }) => `${pointer || whole}: ${message}`).join("; ")
  return issues.length < mostIssues ? list : `${mostIssues} problems or more: ${list}`
}

/** Converts a violation to issues: one, or one for each missing or unknown property. */
export function issuesOf(
  { keyword, pointer, schema }: Violation,
  root: unknown,
): ValidationIssue[] {
  const value = valueAt(root, pointer)
  if (keyword === "required") return missing(schema, pointer, value)
  // An unknown property is reported at its own place instead of the object's.
  if (keyword === "additionalProperties") return unknown(schema, pointer, value)
  return [{ pointer, message: sentence(keyword, schema, value) }]
}

function missing(schema: JsonSchema, pointer: string, value: unknown): ValidationIssue[] {
  return (schema.required ?? [])
    .filter((name) => typeof value !== "object" || value === null || !Object.hasOwn(value, name))
    .map((name) => ({
      pointer: childPointer(pointer, name),
      message: `missing, expected ${expected(schema.properties?.[name] ?? {})}`,
    }))
}

function unknown(schema: JsonSchema, pointer: string, value: unknown): ValidationIssue[] {
  const known = Object.keys(schema.properties ?? {})
  const given = new Set(Object.keys(Object(value)))
  const free = known.filter((name) => !given.has(name))
  return [...given]
    .filter((name) => !known.includes(name))
    .slice(0, mostIssues)
    .map((name) => {
      const [near] = [free, known].flatMap((names) => suggestionsFor(name, names))
      const hint = near ? didYouMean([near]) : `known: ${known.join(", ") || "none"}`
      return { pointer: childPointer(pointer, name), message: `unknown field, ${hint}` }
    })
}

function sentence(keyword: string, schema: JsonSchema, value: unknown): string {
  const instead = `found ${found(value)}`
  switch (keyword) {
    case "enum": {
      const names = (schema.enum ?? []).map(String)
      const [near] = typeof value === "string" ? suggestionsFor(value, names) : []
      const hint = near === undefined ? "" : `, ${didYouMean([near])}`
      return `expected ${expected(schema)}, ${instead}${hint}`
    }
    case "minLength":
      return `expected at least ${count(schema.minLength, "character")}, ${instead}`
    case "maxLength":
      return `expected at most ${count(schema.maxLength, "character")}, found ${[...String(value)].length}`
    case "minItems":
      return `expected at least ${count(schema.minItems, "item")}, ${instead}`
    case "maxItems":
      return `expected at most ${count(schema.maxItems, "item")}, ${instead}`
    case "uniqueItems":
      return "expected unique items, found duplicates"
    case "minimum":
      return `expected at least ${schema.minimum}${bitRange(schema.minimum)}, ${instead}`
    case "maximum":
      return `expected at most ${schema.maximum}${bitRange(schema.maximum)}, ${instead}`
    case "pattern":
      return `expected a string matching ${schema.pattern}${meaning(schema)}, ${instead}`
    case "contentEncoding":
      return `expected Base64, ${instead}`
    default:
      return `expected ${expected(schema)}, ${instead}`
  }
}

function bitRange(limit: number | undefined): string {
  if (limit === int32.maximum || limit === int32.minimum) return " (GraphQL's Int has 32 bits)"
  return limit === Number.MAX_SAFE_INTEGER
    ? " (JavaScript rounds larger ones: pass a bigint, or the digits as a string)"
    : ""
}

function count(number = 0, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}

function meaning({ description = "" }: JsonSchema): string {
  return description === "" ? "" : ` (${description.replace(/\.$/, "")})`
}

// Long enough to recognise a value; a whole body would hide the rest of the message.
const longestValue = 40

/** A short description of the values that a schema accepts: `integer`, `one of OPEN, CLOSED`, `array of string`. */
function expected(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.map(String).join(", ")}`
  if (schema.contentMediaType) return "bytes"
  if (schema.anyOf) return schema.anyOf.map(expected).join(" or ")
  if (schema.oneOf) return schema.oneOf.map(branch).join(" or ")
  const types = schema.type === undefined ? ["any value"] : [schema.type].flat()
  return types
    .map((type) => (type === "array" && schema.items ? `array of ${expected(schema.items)}` : type))
    .join(" or ")
}

function branch(schema: JsonSchema): string {
  const { type } = schema.properties ?? {}
  return type ? `object of type ${expected(type)}` : expected(schema)
}

/** The type of a found value and, shortened, its content. */
function found(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `array of ${value.length}`
  if (typeof value === "object") return "object"
  const text = JSON.stringify(value)
  return `${typeof value} ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`
}
