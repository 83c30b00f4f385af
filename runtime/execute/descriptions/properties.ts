/** Describes a contract in words, one line per property. */
import type { JsonSchema } from "../../definition/index.js"
import { typeText } from "../../properties/index.js"

/** One property of a contract. */
export interface Property {
  /** `labels`, or `comments[].line` if nested. */
  readonly name: string
  /** The type in TypeScript notation, with `integer` for whole numbers: `"OPEN" | "CLOSED"`. */
  readonly type: string
  readonly required: boolean
  /** `1 to 100`, `not empty`. */
  readonly bounds?: string
  readonly description?: string
  readonly default?: unknown
}

/**
 * The properties of a contract. Each is followed by those nested properties that have more than a type, such as
 * `comments[].line`; the type of the parent shows the others. A union has a property for each of its types:
 * `(Issue)`.
 */
export function propertiesOf({
  properties = {},
  required = [],
  oneOf = [],
}: JsonSchema): Property[] {
  const own = Object.entries(properties).map(
    ([name, schema]) => [name, schema, required.includes(name)] as const,
  )
  const members = oneOf.map((schema) => [memberName("", schema), schema, true] as const)
  return [...own, ...members].flatMap(([name, schema, isRequired]) => [
    property(name, schema, isRequired),
    ...inside(name, schema).filter(
      ({ description, bounds, default: value }) => description || bounds || value !== undefined,
    ),
  ])
}

function inside(name: string, schema: JsonSchema): Property[] {
  const { items, anyOf = [], oneOf = [], properties = {}, required = [] } = schema
  const { additionalProperties } = schema
  return [
    ...anyOf.flatMap((one) => inside(name, one)),
    ...oneOf.flatMap((one) => inside(memberName(name, one), one)),
    ...Object.entries(properties).flatMap(([key, one]) =>
      withInside(`${name}.${key}`, one, required.includes(key)),
    ),
    ...(items === undefined ? [] : withInside(`${name}[]`, items, true)),
    ...(typeof additionalProperties === "object"
      ? withInside(`${name}.*`, additionalProperties, true)
      : []),
  ]
}

function withInside(name: string, schema: JsonSchema, required: boolean): Property[] {
  return [property(name, schema, required), ...inside(name, schema)]
}

function property(name: string, schema: JsonSchema, required: boolean): Property {
  const { description } = schema
  const bounds = boundsOf(schema)
  return {
    name,
    type: typeText(schema),
    required,
    ...(description === undefined ? {} : { description }),
    ...(bounds.length === 0 ? {} : { bounds: bounds.join(", ") }),
    ...(schema.default === undefined ? {} : { default: schema.default }),
  }
}

/** Items of a titled type are named by their type: `checks[]` of type `CheckRun` become `checks[CheckRun]`. */
function memberName(name: string, { properties }: JsonSchema): string {
  const type = properties?.type?.const
  if (type === undefined) return name
  return name.endsWith("[]") ? `${name.slice(0, -2)}[${type}]` : `${name}(${type})`
}

function boundsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, anyOf = [] } = schema
  const isText = minLength === 1 && maxLength === undefined
  return [
    ...range(minimum, maximum),
    ...(isText ? ["not empty"] : range(minLength, maxLength, "character")),
    ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
    ...range(minItems, maxItems, "item"),
    ...(schema.uniqueItems ? ["none twice"] : []),
    ...anyOf.flatMap(boundsOf),
  ]
}

function range(least: number | undefined, most: number | undefined, unit?: string): string[] {
  const counted = (count: number) =>
    unit === undefined ? `${count}` : `${count} ${unit}${count === 1 ? "" : "s"}`
  if (least !== undefined && most !== undefined) return [`${least} to ${counted(most)}`]
  if (least !== undefined) return [`at least ${counted(least)}`]
  return most === undefined ? [] : [`at most ${counted(most)}`]
}
