import { type Static, Type } from "typebox"
import type { JsonSchema } from "../../../runtime/definition/index.js"
import { cliSection } from "./cli-section.js"
import { anyMap, closed, optionally, route, text } from "./form.js"
import { graphqlSection } from "./graphql-section.js"
import { restSection } from "./rest-section.js"

const suitability = closed({
  when: Type.Enum(["always", "env", "params"]),
  predicate: optionally(text),
  reason: text,
  prefer: optionally(route),
  exclude: optionally(route),
})

const example = closed({ title: text, input: anyMap<Record<string, unknown>>() })

/**
 * The form of a card: the one place where it is said. What it must hold beyond its form, such as what
 * `input_schema` and `output_schema` may say, `check/` knows. See docs/cards.md.
 */
export const cardSchema = closed({
  capability_id: text,
  version: text,
  description: text,
  effect: Type.Enum(["read", "write", "destroy"]),
  idempotent: Type.Boolean(),
  input_schema: anyMap<JsonSchema>(),
  output_schema: anyMap<JsonSchema>(),
  routing: closed({
    preferred: route,
    fallbacks: Type.Array(route, { uniqueItems: true }),
    notes: optionally(Type.Array(text)),
    suitability: optionally(Type.Array(suitability)),
  }),
  graphql: optionally(graphqlSection),
  rest: optionally(restSection),
  cli: optionally(cliSection),
  examples: optionally(Type.Array(example, { minItems: 1 })),
  since: optionally(text),
  deprecated: optionally(text),
})

/** A card that has passed the checks of its form. */
export type Card = Static<typeof cardSchema>
export type Suitability = Static<typeof suitability>
export type Example = Static<typeof example>
