import { type Static, Type } from "typebox"
import {
  closed,
  described,
  expression,
  expressions,
  mapOf,
  matching,
  optionally,
  reuseKeys,
  selectionKeys,
  shapeKeys,
  text,
} from "../../../form/index.js"

const path = matching("^/", "must be a path, such as `/user`")
const parameters = described(expressions, "Values for names in the path that are not inputs.")

const duration = matching(
  "^[1-9][0-9]*(ms|s|m)$",
  "must be a duration such as `500ms`, `30s` or `2m`",
)

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const
const method = Type.Enum([...METHODS])

const lookupWords = {
  parameters: optionally(parameters),
  query: optionally(expressions),
  foreach: optionally(described(expression, "List: the lookup runs for each item.")),
  as: optionally(described(text, "The item.")),
  optional: optionally(
    described(Type.Boolean(), "Skip an item that is not found, instead of failing the call."),
  ),
  ...selectionKeys("List in the response, in which the lookup finds one item."),
}
const lookup = closed(
  { path, ...lookupWords, result: expression },
  "GET that finds a value for the endpoints.",
)
export const writtenLookup = closed({
  ...reuseKeys,
  request: optionally(
    described(
      matching("^GET /", "must be `GET` and a path, such as `GET /user`"),
      "`GET` and its path.",
    ),
  ),
  path: optionally(path),
  ...lookupWords,
  result: optionally(expression),
})

/** Keys of a request besides its method, path and result. */
export const requestWords = {
  as: optionally(described(text, "Name of the response (default: `response`).")),
  parameters: optionally(parameters),
  foreach: optionally(
    described(expression, "List: one request for each item, which `item` names."),
  ),
  item: optionally(text),
  optional: optionally(
    Type.Unsafe<boolean | "keep">({
      enum: [true, false, "keep"],
      description: "A 404 is not an error: it is dropped from a list, or kept as null.",
    }),
  ),
  when: optionally(
    described(expression, "Send the request only if this holds; otherwise the response is null."),
  ),
  query: optionally(expressions),
  body: optionally(expressions),
  upload: optionally(described(expression, "File to send in place of a body, as Base64.")),
  headers: optionally(described(expressions, "Request headers by name, such as `if-match: etag`.")),
  until: optionally(
    described(
      expression,
      "Poll until this holds for the response, which is `@`; a timeout is a warning.",
    ),
  ),
  every: optionally(described(duration, "Interval (default: `5s`).")),
  at_most: optionally(described(duration, "Timeout (default: `10m`).")),
  accept: optionally(text),
  all_pages: optionally(
    described(
      Type.String({ minLength: 1 }),
      "List in the response that is read to its end; `@` if the response is the list.",
    ),
  ),
  most: optionally(
    described(
      Type.Integer({ minimum: 1 }),
      "The longest list that GitHub returns; a list as long as that is a warning.",
    ),
  ),
  bytes: optionally(described(Type.Literal(true), "The response is binary, such as a file.")),
}
const result = described(
  expression,
  "Part of the response to keep; `@` is the response (default: all of it).",
)
const endpoint = closed({ method, path, ...requestWords, result: optionally(result) })
const request = described(
  matching(`^(${METHODS.join("|")}) /`, "must be a method and a path, such as `GET /user`"),
  "Method and path, with inputs in braces.",
)
const writtenEndpoint = closed({
  request: optionally(request),
  method: optionally(method),
  path: optionally(path),
  ...requestWords,
  result: optionally(result),
})

const items = described(expression, "Path expression from the response to its items.")
const ofPages = {
  total_count: optionally(
    described(expression, "Path expression to the total count (default: `total_count`)."),
  ),
  counted: optionally(described(Type.Literal(false), "The response has no total count.")),
}
const PAGES = "Pagination of the endpoint that `result` names."

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
  ...requestWords,
  endpoints: optionally(Type.Array(writtenEndpoint, { minItems: 1 })),
  pagination: optionally(closed({ items: optionally(items), ...ofPages }, PAGES)),
  ...words,
})

export const shapeSection = closed({
  schema: optionally(
    described(text, "Source of the field types: a schema of GitHub's REST description."),
  ),
  ...shapeKeys,
})

export type RestSection = Static<typeof section>
export type RestLookupSection = Static<typeof lookup>
export type RestEndpointSection = Static<typeof endpoint>
export type WrittenRestLookup = Static<typeof writtenLookup>
export type WrittenEndpoint = Static<typeof writtenEndpoint>
