import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"
import type { Card } from "../parse/index.js"
import { LARGEST_PAGE, mapSubschemas } from "../shape/index.js"
import { memoize } from "../text/index.js"

export const DEFAULT_PAGE = 30

/** The contract of a card as callers see it, with closed objects and paging. */
export function resolveContract(card: Card): { input: JsonSchema; output: JsonSchema } {
  const input = { ...closeObjects(card.input_schema), ...requirementsIn(card) }
  const output = closeObjects(card.output_schema)
  if (!isList(card)) return { input, output }
  const most = card.graphql?.limits?.maxPageSize ?? LARGEST_PAGE
  return { input: pagedInput(input, most), output: pageOf(output, isCounted(card)) }
}

function requirementsIn({ require = [] }: Card): Pick<JsonSchema, "allOf" | "dependentRequired"> {
  const given = (names: readonly string[]) => names.map((name) => ({ required: [name] as const }))
  const allOf = require.flatMap(({ exactly_one, at_least_one }) => [
    ...(exactly_one ? [{ oneOf: given(exactly_one) }] : []),
    ...(at_least_one ? [{ anyOf: given(at_least_one) }] : []),
  ])
  const needs = require.flatMap(({ with: name, needs = [] }) => (name ? [[name, needs]] : []))
  return {
    ...(allOf.length > 0 && { allOf }),
    ...(needs.length > 0 && { dependentRequired: Object.fromEntries(needs) }),
  }
}

/** Whether the capability is a list. Its card then describes one item. */
export function isList({ graphql, rest }: Card): boolean {
  return graphql?.pagination !== undefined || rest?.pagination !== undefined
}

/** Closes objects, unless the card leaves them open, and states the type of listed values, as strict providers demand. */
const closeObjects = memoize((written: JsonSchema): JsonSchema => {
  const schema = { ...typeOfValues(written), ...written }
  const isOpen = schema.additionalProperties === undefined
  const isObject = [schema.type].flat().includes("object")
  const closed = mapSubschemas(schema, closeObjects)
  return isObject && isOpen ? { ...closed, additionalProperties: false } : closed
})

function typeOfValues({ type, enum: listed, const: only }: JsonSchema): Pick<JsonSchema, "type"> {
  const values = only === undefined ? listed : [only]
  if (type !== undefined || values === undefined) return {}
  const types = [...new Set(values.map(typeOf))]
  const [first = "string", ...others] = types
  return { type: others.length === 0 ? first : types }
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null"
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number"
  return typeof value === "boolean" ? "boolean" : "string"
}

function pagedInput(input: JsonSchema, most: number): JsonSchema {
  return {
    ...input,
    properties: {
      ...input.properties,
      first: {
        type: "integer",
        minimum: 1,
        maximum: most,
        default: Math.min(DEFAULT_PAGE, most),
        description: "Items per page.",
      },
      after: {
        type: "string",
        minLength: 1,
        description: "The end_cursor of the previous page.",
      },
    },
  }
}

export function isCounted({ rest }: Card): boolean {
  return rest?.pagination?.counted !== false
}

function pageOf(item: JsonSchema, isCounted: boolean): JsonSchema {
  return {
    type: "object",
    required: ["items", "total_count", "page_info"],
    additionalProperties: false,
    properties: {
      items: { type: "array", items: item },
      total_count: isCounted
        ? { type: "integer", description: "Items on all pages." }
        : { type: ["integer", "null"], description: "Null: GitHub does not count these." },
      page_info: {
        type: "object",
        required: ["has_next_page", "end_cursor"],
        additionalProperties: false,
        properties: {
          has_next_page: { type: "boolean" },
          end_cursor: { type: ["string", "null"] },
        },
      },
    },
  }
}
