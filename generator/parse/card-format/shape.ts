/** Things that capabilities give: what a shape's file may say, and how a card uses one. */
import { type Static, Type } from "typebox"
import { anyMap, closed, described, mapOf, optionally, text } from "../../form/index.js"
import { shapeSections } from "./sections.js"

const names = Type.Array(text, { minItems: 1, uniqueItems: true })

const words = {
  shape: optionally(described(text, "The shape to start from: a file of `cards/shapes/`.")),
  pick: optionally(described(names, "Only these of its fields.")),
  fields: optionally(
    described(
      mapOf(anyMap<Record<string, unknown>>()),
      "Fields beside those of the shape, or other words for some of them.",
    ),
  ),
}

const member = closed(words)

/** What a call gives, or one item of a list. */
export const shapeExpression = closed({
  ...words,
  union: optionally(
    described(
      mapOf(member),
      "One of several objects, by GraphQL type; `type` in the object says which.",
    ),
  ),
})

/** By look-up, which field is which of its variables. */
export const identifies = described(
  mapOf(mapOf(text)),
  "Look-ups that it answers, with the field for each variable that tells one from another.",
)

/** What a file of `cards/shapes/` may say. */
export const shapeSchema = closed({
  description: text,
  ...words,
  identifies: optionally(identifies),
  ...shapeSections,
})

/** A shape, or fields: what a member of a union is, and what has no members. */
export type PlainShape = Static<typeof member>
export type WrittenShape = Static<typeof shapeSchema>
