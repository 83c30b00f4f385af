/** The constructs of the card language that a card uses, on which its plan and its code depend. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonSchema } from "ghx"
import type { Card } from "./cards.js"
import { ROOT } from "./projects.js"

/** Calls, operators, filters, projections, literals and variables of an expression; not its names. */
const inExpressions = /\w+\(|\|\||&&|\[\?|\[\d*\]|\[\*\]|[!=<>]=|[<>!?{|]|`|'|\$\w+/g

/** Constructs of a selection besides fields: fragments, directives, aliases, and the parts of lists. */
const inDocuments =
  /\.\.\.\s*on\b|\.\.\.(?=\s*\w)|@\w+|\w+:(?=\s*\w+\s*[({])|\b(?:nodes|edges|first)\b/g

/** The values of these keys are names and addresses. */
const named = new Set(["operationName", "documentPath", "path", "method", "command", "accept"])

export function constructsOf(card: Card): ReadonlySet<string> {
  const sections = Object.entries({ graphql: card.graphql, rest: card.rest, cli: card.cli })
  return new Set([
    ...sections.flatMap(([route, section]) => within(section).map((one) => `${route} ${one}`)),
    ...inSchema(card.output_schema),
    ...documentsOf(card.graphql).flatMap(inDocument),
  ])
}

/** The keys of a section and the constructs of its expressions, without names that the card chooses. */
function within(value: unknown, isOfFields = false): string[] {
  if (typeof value === "string") return value.match(inExpressions) ?? []
  if (Array.isArray(value)) return value.flatMap((one) => within(one))
  if (typeof value !== "object" || value === null) return []
  const names = ["output", "variables", "body", "query", "flags", "parameters", "lookups"]
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isOfFields ? [] : [key]),
    ...(named.has(key) ? [] : within(inner, names.includes(key))),
  ])
}

function inSchema(schema: JsonSchema, at = "output"): string[] {
  const { type, properties = {}, items, anyOf = [], oneOf = [], enum: values } = schema
  const kinds = [...[type ?? "any"].flat(), ...(values ? ["enum"] : [])]
  const inner = [...Object.values(properties), ...anyOf, ...oneOf]
  return [
    `${at} ${kinds.join(" or ")}`,
    ...inner.flatMap((one) => inSchema(one, kinds[0])),
    ...(items ? inSchema(items, "array") : []),
  ]
}

function documentsOf(section: unknown): string[] {
  if (typeof section !== "object" || section === null) return []
  return Object.entries(section).flatMap(([key, value]) =>
    key === "documentPath" ? [String(value)] : documentsOf(value),
  )
}

function inDocument(path: string): string[] {
  return readFileSync(join(ROOT, path), "utf8").match(inDocuments) ?? []
}
