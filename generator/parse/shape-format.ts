/** Shapes: the form of their files, and of their uses in cards. */
import { type Static, Type } from "typebox"
import { anyMap, closed, described, mapOf, optionally, text } from "../form/index.js"
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

const names = Type.Array(text, { minItems: 1, uniqueItems: true })

const words = {
  shape: optionally(described(text, "The shape to start from: a file of `cards/shapes/`.")),
  pick: optionally(described(names, "The fields to take from the shape.")),
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
