import type { TLocalizedValidationError } from "typebox/error"
import { didYouMean } from "../diagnostics/index.js"

const KINDS: Readonly<Record<string, string>> = {
  object: "a map",
  array: "a list",
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
}

/** The expectation of a schema for a value, with help for the author. */
export function expectation(
  error: TLocalizedValidationError,
  found: unknown,
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
    case "pattern":
      if (String(error.params.pattern).endsWith(" /"))
        return { message: "must be a method and a path", ...help(request(found)) }
      if (String(error.params.pattern).endsWith("(ms|s|m)$"))
        return {
          message: "must be a duration such as `500ms`, `30s` or `2m`",
          ...help(foundIs(found)),
        }
      return { message: `must match ${error.params.pattern}`, ...help(foundIs(found)) }
    case "anyOf":
      return { message: "matches none of the alternatives", ...help(foundIs(found)) }
    default:
      return { message: error.message }
  }
}

/** `request: /repos/{owner}/{repo}` lacks its method, or has it in lower case. */
function request(found: unknown): string {
  const [, path = "/…"] = /(\/.*)/.exec(String(found)) ?? []
  return `write the method first: \`GET ${path}\``
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
