import { type Static, type TOptional, type TSchema, Type } from "typebox"
import type { JsonSchema } from "../../runtime/definition/index.js"
import {
  anyMap,
  closed,
  described,
  expression,
  mapOf,
  optionally,
  route,
  text,
} from "../form/index.js"
import * as cli from "../routes/cli/format/index.js"
import * as graphql from "../routes/graphql/format/index.js"
import * as rest from "../routes/rest/format/index.js"

/** The sections of each route: in the full form, in the written form, and in the library of lookups. */
export const sections = {
  graphql: optionally(graphql.section),
  rest: optionally(rest.section),
  cli: optionally(cli.section),
}

export const writtenSections = {
  graphql: optionally(graphql.writtenSection),
  rest: optionally(rest.writtenSection),
  cli: optionally(cli.writtenSection),
}

export const libraries = {
  graphql: optionally(mapOf(graphql.writtenLookup)),
  rest: optionally(mapOf(rest.writtenLookup)),
  cli: optionally(mapOf(cli.writtenLookup)),
}

/** The keys of a shape for each route. */
const shapeSections = {
  graphql: optionally(graphql.shapeSection),
  rest: optionally(rest.shapeSection),
  cli: optionally(cli.shapeSection),
}

const fieldNames = Type.Array(text, { minItems: 1, uniqueItems: true })

const words = {
  shape: optionally(described(text, "The shape to start from: a file of `cards/shapes/`.")),
  pick: optionally(described(fieldNames, "The fields to take from the shape.")),
  fields: optionally(
    described(
      mapOf(anyMap<Record<string, unknown>>()),
      "Additional fields, or different descriptions for fields of the shape.",
    ),
  ),
}

const member = closed(words)

/** The result of a call, or one item of a list. */
export const shapeExpression = closed({
  ...words,
  union: optionally(
    described(mapOf(member), "One of several objects, by GraphQL type; its `type` names the type."),
  ),
})

/** For each lookup, the fields that are its variables. */
export const identifies = described(
  mapOf(mapOf(text)),
  "Lookups whose results the object contains, with the field for each identifying variable.",
)

/** The form of a file of `cards/shapes/`. */
export const shapeSchema = closed({
  description: text,
  ...words,
  identifies: optionally(identifies),
  ...shapeSections,
})

/** A shape, or fields: a member of a union, or a result that is not a union. */
export type PlainShape = Static<typeof member>
export type WrittenShape = Static<typeof shapeSchema>

/** Keys that only describe a capability, with the form of the value and the tag that shows it in the doc comment. */
const descriptive = {
  since: { form: text, tag: "@since" },
  deprecated: { form: text, tag: "@deprecated" },
  caller: {
    form: described(
      Type.Literal("installation"),
      "Whose token it needs: an installation of an App.",
    ),
    tag: "@caller",
  },
} satisfies Readonly<Record<string, { form: TSchema; tag: string }>>

type Descriptive = typeof descriptive

export type Descriptions = { readonly [Name in keyof Descriptive]?: string }

const descriptiveKeys = Object.fromEntries(
  Object.entries(descriptive).map(([name, { form }]) => [name, optionally(form)]),
) as { [Name in keyof Descriptive]: TOptional<Descriptive[Name]["form"]> }

/** The descriptive keys among others. */
export const descriptionsOf = (all: Descriptions): Descriptions =>
  Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(descriptive, name)))

/** The descriptions as tags of a doc comment. */
export const tagsOf = (all: Descriptions): string[] =>
  Object.entries(descriptive).flatMap(([name, { tag }]) =>
    Object.entries(all).flatMap(([own, value]) => (own === name ? [`${tag} ${value}`] : [])),
  )

const when = Type.Enum(["always", "env", "params"])
const rule = {
  predicate: optionally(expression),
  reason: text,
  prefer: optionally(route),
  exclude: optionally(route),
}
const suitability = closed({ when, ...rule })
const writtenSuitability = closed({ when: optionally(when), ...rule })
const fallbacks = Type.Array(route, { uniqueItems: true })
const notes = optionally(Type.Array(text))

const example = closed({ title: text, input: anyMap<Record<string, unknown>>() })

const effect = Type.Enum(["read", "write", "destroy"])
const inputSchema = anyMap<JsonSchema>()

/** Required keys of the full and the written form. */
const textSchema = { description: text }
const outputSchema = anyMap<JsonSchema>()

const names = Type.Array(text, { minItems: 1, uniqueItems: true })
const requirement = closed({
  exactly_one: optionally(names),
  at_least_one: optionally(names),
  with: optionally(text),
  needs: optionally(names),
})

const reconcile = closed({
  find: optionally(
    described(
      text,
      "Query over the mutation's variables, with `...payload` at its result; or a GET.",
    ),
  ),
  marker: optionally(
    described(text, "Input to which ghx adds an invisible marker, to find the text later."),
  ),
  where: optionally(
    described(
      anyMap<Record<string, unknown>>(),
      "Conditions, by path, that are true after the write was applied.",
    ),
  ),
  makes: optionally(
    described(
      Type.Literal(true),
      "The write creates the object: objects that existed before are ignored.",
    ),
  ),
  again: optionally(
    described(Type.Literal(true), "GitHub rejects a repetition, so it is safe to send again."),
  ),
  none: optionally(described(text, "Why its outcome cannot be determined.")),
})

/** Optional keys of both forms that are never derived. */
const further = {
  require: optionally(
    described(
      Type.Array(requirement, { minItems: 1 }),
      "Rules for combinations of inputs: `exactly_one`, `at_least_one`, or `with` and `needs`.",
    ),
  ),
  examples: optionally(Type.Array(example, { minItems: 1 })),
  ...descriptiveKeys,
  identifies: optionally(identifies),
  reconcile: optionally(
    described(reconcile, "How to find out whether a non-idempotent write was applied."),
  ),
}

/**
 * The full form of a card, which all stages after `expand/` see. Further rules, such as for `input_schema`
 * and `output_schema`, are in `check/`.
 */
export const cardSchema = closed({
  capability_id: text,
  version: text,
  ...textSchema,
  effect,
  idempotent: Type.Boolean(),
  input_schema: inputSchema,
  output_schema: outputSchema,
  routing: closed({
    preferred: route,
    fallbacks,
    notes,
    suitability: optionally(Type.Array(suitability)),
  }),
  ...sections,
  ...further,
})

/** The written form: the full form without what `expand/` derives. See docs/cards.md. */
export const writtenCardSchema = closed({
  capability_id: optionally(text),
  version: optionally(text),
  ...textSchema,
  effect: optionally(effect),
  idempotent: optionally(Type.Boolean()),
  input: optionally(mapOf(anyMap<Record<string, unknown>>())),
  input_schema: optionally(inputSchema),
  output: optionally(
    described(
      shapeExpression,
      "Result of a call: a shape, or fields whose types come from the routes.",
    ),
  ),
  list: optionally(described(shapeExpression, "One item of a paginated list: a shape, or fields.")),
  output_schema: optionally(outputSchema),
  routing: optionally(
    closed({
      preferred: optionally(route),
      fallbacks: optionally(fallbacks),
      notes,
      suitability: optionally(Type.Array(writtenSuitability)),
    }),
  ),
  ...writtenSections,
  ...further,
})

/** The shared library of lookups by route; an entry has the keys of a card's lookup. */
export const librarySchema = closed(libraries)

export type Library = Static<typeof librarySchema>
/** A card in its full form. */
export type Card = Static<typeof cardSchema>
/** A card as a person writes it. */
export type WrittenCard = Static<typeof writtenCardSchema>
export type Suitability = Static<typeof suitability>
export type RequirementSection = Static<typeof requirement>
export type Example = Static<typeof example>
export type ReconcileSection = Static<typeof reconcile>
