import { type Static, Type } from "typebox"
import {
  closed,
  described,
  expression,
  expressions,
  mapOf,
  optionally,
  reuseKeys,
  selectionKeys,
  shapeKeys,
  text,
} from "../../../form/index.js"

const lookupWords = {
  foreach: optionally(described(expression, "Array input: the lookup runs for each item.")),
  as: optionally(described(text, "Variable that gets the item.")),
  variables: optionally(expressions),
  optional: optionally(
    described(Type.Boolean(), "If it finds nothing, its value is null, and the call continues."),
  ),
  ...selectionKeys("Connection or list in the response, in which the lookup finds one item."),
}
const lookup = closed({
  operationName: text,
  documentPath: text,
  result: expression,
  ...lookupWords,
})
export const writtenLookup = closed({
  ...reuseKeys,
  document: optionally(
    described(text, "NAME of `operations/lookup/NAME.graphql` (default: the lookup's name)."),
  ),
  operationName: optionally(text),
  documentPath: optionally(text),
  result: optionally(expression),
  ...lookupWords,
})

const connection = described(text, "Path of the connection in the response.")
const ofConnection = {
  items: optionally(
    described(expression, "Path expression from the connection to the nodes (default: `nodes[]`)."),
  ),
  total_count: optionally(described(text, "Field with the total count (default: `totalCount`).")),
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

export const shapeSection = closed(shapeKeys)

export type WrittenGraphqlLookup = Static<typeof writtenLookup>
export type GraphqlSection = Static<typeof section>
export type LookupSection = Static<typeof lookup>
