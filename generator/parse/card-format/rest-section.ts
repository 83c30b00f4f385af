import { type Static, Type } from "typebox"
import { closed, described, expressions, mapOf, optionally, text } from "./form.js"

const path = Type.String({ pattern: "^/" })
const parameters = described(expressions, "Values for names in the path that are no inputs.")

const lookup = closed(
  {
    path,
    parameters: optionally(parameters),
    query: optionally(expressions),
    foreach: optionally(described(text, "A list: one look-up for each of its items.")),
    as: optionally(described(text, "The item.")),
    result: text,
    optional: optionally(
      described(Type.Boolean(), "What is not found is left out, instead of ending the call."),
    ),
  },
  "A GET that finds what the endpoints need.",
)

const endpoint = closed({
  as: optionally(described(text, "Name of the response; `response` unless given.")),
  method: Type.Enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  path,
  parameters: optionally(parameters),
  foreach: optionally(
    described(text, "A list: one request for each of its items, which `item` names."),
  ),
  item: optionally(text),
  optional: optionally(described(Type.Boolean(), "A 404 is no failure.")),
  query: optionally(expressions),
  body: optionally(expressions),
  accept: optionally(text),
})

export const restSection = closed({
  lookups: optionally(mapOf(lookup)),
  endpoints: Type.Array(endpoint, { minItems: 1 }),
  result: optionally(text),
  output: optionally(expressions),
  pagination: optionally(
    closed(
      {
        items: described(text, "Path expression from the answer to its items."),
        total_count: optionally(
          described(
            text,
            "Path expression to the number of items on all pages; `total_count` unless given.",
          ),
        ),
      },
      "Of the answer that `result` names: its endpoint is asked for page after page.",
    ),
  ),
})

export type RestSection = Static<typeof restSection>
export type RestLookupSection = Static<typeof lookup>
export type RestEndpointSection = Static<typeof endpoint>
