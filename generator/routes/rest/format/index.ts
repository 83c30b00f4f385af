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

const path = Type.String({ pattern: "^/" })
const parameters = described(expressions, "Values for names in the path that are no inputs.")

const duration = Type.String({ pattern: "^[1-9][0-9]*(ms|s|m)$" })

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const
const method = Type.Enum([...METHODS])

const lookupWords = {
  parameters: optionally(parameters),
  query: optionally(expressions),
  foreach: optionally(described(expression, "A list: one lookup for each of its items.")),
  as: optionally(described(text, "The item.")),
  optional: optionally(
    described(Type.Boolean(), "What is not found is left out, instead of ending the call."),
  ),
  ...ofOne("The list in the answer, of which the lookup finds one."),
}
const lookup = closed(
  { path, ...lookupWords, result: expression },
  "A GET that finds what the endpoints need.",
)
export const writtenLookup = closed({
  ...reuse,
  request: optionally(described(Type.String({ pattern: "^GET /" }), "`GET` and its path.")),
  path: optionally(path),
  ...lookupWords,
  result: optionally(expression),
})

/** Keys of a request besides its method, path and result. */
export const requestWords = {
  as: optionally(described(text, "Name of the response; `response` unless given.")),
  parameters: optionally(parameters),
  foreach: optionally(
    described(expression, "A list: one request for each of its items, which `item` names."),
  ),
  item: optionally(text),
  optional: optionally(
    Type.Unsafe<boolean | "keep">({
      enum: [true, false, "keep"],
      description: "A 404 is no failure: it is left out of a list, or kept there as null.",
    }),
  ),
  when: optionally(
    described(expression, "It is only asked where this holds; the answer is null otherwise."),
  ),
  query: optionally(expressions),
  body: optionally(expressions),
  upload: optionally(
    described(
      expression,
      "The bytes that are sent in place of a body, as Base64: those of a file.",
    ),
  ),
  headers: optionally(
    described(expressions, "Headers of the request by their names, such as `if-match: etag`."),
  ),
  until: optionally(
    described(
      expression,
      "Polls until this holds for the answer, which is `@`; a warning reports a timeout.",
    ),
  ),
  again_while: optionally(
    described(Type.Literal(202), "It is asked again while GitHub is still computing the result."),
  ),
  every: optionally(described(duration, "How long to wait in between; `5s` unless given.")),
  at_most: optionally(described(duration, "How long to wait in all; `10m` unless given.")),
  accept: optionally(text),
  bytes: optionally(described(Type.Literal(true), "The answer is bytes, such as those of a file.")),
}
const result = described(
  expression,
  "What the name holds of an answer, which is `@`; the answer unless given.",
)
const endpoint = closed({ method, path, ...requestWords, result: optionally(result) })
const request = described(
  Type.String({ pattern: `^(${METHODS.join("|")}) /` }),
  "A method and a path whose names are inputs.",
)
const writtenEndpoint = closed({
  request: optionally(request),
  method: optionally(method),
  path: optionally(path),
  ...requestWords,
  result: optionally(result),
})

const items = described(expression, "Path expression from the answer to its items.")
const ofPages = {
  total_count: optionally(
    described(
      expression,
      "Path expression to the number of items on all pages; `total_count` unless given.",
    ),
  ),
  counted: optionally(
    described(Type.Literal(false), "The answer does not say how many items there are."),
  ),
}
const PAGES = "Of the answer that `result` names: its endpoint is asked for page after page."

const words = {
  result: optionally(expression),
  output: optionally(expressions),
}

export const section = closed({
  lookups: optionally(mapOf(lookup)),
  endpoints: Type.Array(endpoint, { minItems: 1 }),
  pagination: optionally(closed({ items, ...ofPages }, PAGES)),
  ...words,
})

/** A single request has its keys directly in the section. */
export const writtenSection = closed({
  lookups: optionally(mapOf(writtenLookup)),
  request: optionally(request),
  exists: optionally(
    described(text, "The field that is true if the object exists: GitHub answers 204, or 404."),
  ),
  ...requestWords,
  endpoints: optionally(Type.Array(writtenEndpoint, { minItems: 1 })),
  pagination: optionally(closed({ items: optionally(items), ...ofPages }, PAGES)),
  ...words,
})

export const shapeSection = closed({
  schema: optionally(described(text, "What it is made of: a schema of GitHub's description.")),
  ...ofShape,
})

export type RestSection = Static<typeof section>
export type RestLookupSection = Static<typeof lookup>
export type RestEndpointSection = Static<typeof endpoint>
export type WrittenRestLookup = Static<typeof writtenLookup>
export type WrittenEndpoint = Static<typeof writtenEndpoint>
