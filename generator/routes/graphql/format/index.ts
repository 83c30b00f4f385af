import { type Static, Type } from "typebox"
import {
  closed,
  described,
  expression,
  expressions,
  mapOf,
  ofOne,
  ofShape,
  optionally,
  reuse,
  text,
} from "../../../form/index.js"

const lookupWords = {
  foreach: optionally(described(expression, "An array input: one lookup for each of its items.")),
  as: optionally(described(text, "The variable that gets the item.")),
  variables: optionally(expressions),
  optional: optionally(
    described(Type.Boolean(), "Where it finds nothing, its value is null, and the call goes on."),
  ),
  ...ofOne("The connection or list in the answer, of which the lookup finds one."),
}
const lookup = closed({
  operationName: text,
  documentPath: text,
  result: expression,
  ...lookupWords,
})
export const writtenLookup = closed({
  ...reuse,
  document: optionally(
    described(text, "NAME of `operations/lookup/NAME.graphql`; the lookup's own unless given."),
  ),
  operationName: optionally(text),
  documentPath: optionally(text),
  result: optionally(expression),
  ...lookupWords,
})

const connection = described(text, "Path of the connection in the response.")
const ofConnection = {
  items: optionally(
    described(
      expression,
      "Path expression from the connection to the nodes; `nodes[]` unless given.",
    ),
  ),
  total_count: optionally(
    described(text, "Field of the connection that counts; `totalCount` unless given."),
  ),
}

const words = {
  variables: optionally(expressions),
  result: optionally(expression),
  output: optionally(expressions),
  limits: optionally(
    closed({ maxPageSize: optionally(Type.Integer({ minimum: 1, maximum: 100 })) }),
  ),
}

export const section = closed({
  operationName: text,
  documentPath: text,
  lookups: optionally(mapOf(lookup)),
  pagination: optionally(closed({ connection, ...ofConnection })),
  ...words,
})

export const writtenSection = closed({
  operationName: optionally(text),
  documentPath: optionally(text),
  lookups: optionally(mapOf(writtenLookup)),
  pagination: optionally(closed({ connection: optionally(connection), ...ofConnection })),
  ...words,
})

export const shapeSection = closed(ofShape)

export type WrittenGraphqlLookup = Static<typeof writtenLookup>
export type GraphqlSection = Static<typeof section>
export type LookupSection = Static<typeof lookup>
