import fc from "fast-check"
import { type JsonSchema, type JsonType, jsonTypes } from "../../definition/index.js"

/** Every keyword that can be violated; `properties` and `items` are violated through their contents. */
export const keywords = [
  "type",
  "enum",
  "const",
  "required",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
] as const satisfies readonly (keyof JsonSchema)[]

const scalar = fc.constantFrom("OPEN", "CLOSED", "", 0, 1, -1, 1.5, 2 ** 31 - 1, true, false, null)
const type = fc.constantFrom(...jsonTypes)
const orNull = (type: JsonType) =>
  fc.constantFrom<JsonType | readonly JsonType[]>(type, [type, "null"])
const few = fc.nat({ max: 3 })
const name = fc.constantFrom("a", "b", "some_name", "a/b", "~", "a.b", "é")

const text: fc.Arbitrary<JsonSchema> = fc.record(
  {
    type: orNull("string"),
    minLength: few,
    maxLength: few,
    pattern: fc.constantFrom("^a", "^([1-9][0-9]*|[*])$", "^.{2}$", "\\p{L}"),
  },
  { requiredKeys: [] },
)
const number: fc.Arbitrary<JsonSchema> = fc.record(
  {
    type: fc.oneof(fc.constant<JsonType>("number"), orNull("integer")),
    minimum: fc.constantFrom(-(2 ** 31), -1, 0, 0.5, 1),
    maximum: fc.constantFrom(0, 1, 2.5, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER),
  },
  { requiredKeys: [] },
)
const choice: fc.Arbitrary<JsonSchema> = fc.record(
  { type, enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }), const: scalar },
  { requiredKeys: [] },
)
const kinds: fc.Arbitrary<JsonSchema> = fc.record({
  type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }),
})
const simple = fc.oneof(text, number, choice, kinds)

/** Nested schemas with every keyword. */
export const arbitrarySchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>(
  (tie) => ({
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      simple,
      fc.record(
        {
          type: orNull("object"),
          required: fc.uniqueArray(name, { maxLength: 3 }),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
          properties: fc.dictionary(name, tie("schema"), { maxKeys: 4, noNullPrototype: true }),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          type: fc.constant<JsonType>("array"),
          items: tie("schema"),
          minItems: few,
          maxItems: few,
        },
        { requiredKeys: [] },
      ),
      // Simple items only, because typebox confuses some nested lists: its hash of [[1], 2] is that of [[1, 2]].
      fc.record({ uniqueItems: fc.boolean(), items: simple, minItems: few }),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    ),
  }),
).schema
