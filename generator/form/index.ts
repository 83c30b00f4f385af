/** Building blocks for the sections of a card. Each is a JSON Schema and, through `Static`, a type. */
import { type Static, type TProperties, type TSchema, Type } from "typebox"
import { ROUTES } from "../../runtime/route-names/index.js"
import type { Path } from "../jmespath/index.js"

export const text = Type.String({ minLength: 1 })

const EXPRESSION = Symbol("expression")

/** A path expression: a string in the written card, a parsed `Path` afterwards. */
export const expression = Type.Unsafe<Path>({ type: "string", minLength: 1, [EXPRESSION]: true })

/** The parts of a schema that mark the places of expressions. */
interface Form extends TSchema {
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly additionalProperties?: TSchema | boolean
}

export function isExpression(form: TSchema): boolean {
  return EXPRESSION in form
}

/** The form of a member: an item of a list, a known key, or any key of a map. */
export function memberOf(form: TSchema, key: string | number): TSchema | undefined {
  const { items, properties = {}, additionalProperties }: Form = form
  if (typeof key === "number") return items
  if (Object.hasOwn(properties, key)) return properties[key]
  return typeof additionalProperties === "object" ? additionalProperties : undefined
}

export const route = Type.Enum([...ROUTES])

/** A map with a fixed set of keys. */
export const closed = <T extends TProperties>(properties: T, description?: string) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description !== undefined && { description }),
  })

/** A map whose keys the card chooses. */
export const mapOf = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: "object", additionalProperties: schema })

/** A value whose rules are checked elsewhere. */
export const anyMap = <T>() => Type.Unsafe<T>({ type: "object" })

export const expressions = mapOf(expression)

/** Keys of a lookup that refers to a shared one. */
export const reuseKeys = {
  uses: Type.Optional(
    Type.String({
      minLength: 1,
      description: "Name of the library lookup, if it differs from the key.",
    }),
  ),
  with: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: "object",
      additionalProperties: { type: "string", pattern: "^[a-z][a-z0-9_]*$" },
      description: "Inputs to read in place of others: `issue_number: duplicate_of`.",
    }),
  ),
}

export const optionally = Type.Optional

/** A text of a pattern. The message is that of the compiler, and of editors: `must be …`. */
export const matching = (pattern: string, message: string) =>
  Type.String({ pattern, patternErrorMessage: message })

export const described = <T extends TSchema>(schema: T, description: string): T => ({
  ...schema,
  description,
})

/** Keys of a lookup that selects one item of a list. */
export const selectionKeys = (among: string) => ({
  among: optionally(described(expression, among)),
  where: optionally(described(expression, "Condition that selects the item, which is `@`.")),
})

/** Keys of a shape for one route: the sources of its fields, and the fields that the route cannot serve. */
export const shapeKeys = {
  output: optionally(expressions),
  without: optionally(
    described(
      Type.Array(text, { minItems: 1, uniqueItems: true }),
      "Fields that this route cannot serve.",
    ),
  ),
}
