import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"
import type { GhFlag } from "../parse/index.js"
import { memoize, snakeCaseOf } from "../text/index.js"
import { idsOf } from "./from-graphql.js"
import {
  ABSENT,
  ANY,
  alternatives,
  arrayOf,
  BOOLEAN,
  BYTES,
  CONTENT,
  FALSE,
  type Field,
  has,
  INTEGER,
  NULL,
  type ObjectShape,
  SCALARS,
  type Shape,
  STRING,
  TRUE,
  unionOf,
  without,
} from "./shape.js"

/**
 * The origin of a property, from the property names that lead to it; `[]` stands for the items of a list.
 */
type OriginOf = (path: readonly string[]) => string

interface SchemaPlace {
  path: readonly string[]
  originOf?: OriginOf
}

export function fromJsonSchema(schema: JsonSchema, originOf?: OriginOf): Shape {
  return fromSchema(schema, { path: [], ...(originOf && { originOf }) })
}

const withoutOrigins = memoize((schema: JsonSchema) => made(schema, { path: [] }))

function fromSchema(schema: JsonSchema, place: SchemaPlace): Shape {
  return place.originOf === undefined ? withoutOrigins(schema) : made(schema, place)
}

function made(schema: JsonSchema, place: SchemaPlace): Shape {
  if (schema.const !== undefined) return fromValues([schema.const])
  if (schema.enum !== undefined) return fromValues(schema.enum)
  if (schema.contentMediaType !== undefined) return BYTES
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return unionOf(...choices.map((one) => fromSchema(one, place)))
  const types = typesOf(schema)
  return types.length === 0 ? ANY : unionOf(...types.map((type) => fromType(schema, type, place)))
}

function typesOf(schema: JsonSchema): readonly JsonType[] {
  if (schema.type === undefined) return []
  return typeof schema.type === "string" ? [schema.type] : schema.type
}

function fromType(schema: JsonSchema, type: JsonType, place: SchemaPlace): Shape {
  if (type === "object") return fromObject(schema, place)
  if (type === "string")
    return schema["x-ghx-content"] ? CONTENT : idsOf(STRING, schema["x-ghx-node"])
  if (type !== "array") return SCALARS[type] ?? ANY
  return arrayOf(schema.items === undefined ? ANY : fromSchema(schema.items, inside(place, "[]")))
}

function fromObject(schema: JsonSchema, place: SchemaPlace): Shape {
  const required = new Set(schema.required)
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([property, value]): [string, Field] => {
      const at = inside(place, property)
      const shape = fromSchema(value, at)
      const optional = !required.has(property)
      return [
        property,
        {
          shape: optional ? unionOf(shape, ABSENT) : shape,
          ...(value.description === undefined ? {} : { description: value.description }),
          ...(value.default === undefined ? {} : { default: value.default }),
          ...(value.deprecated === true ? { deprecated: "" } : {}),
          ...(place.originOf === undefined ? {} : { origins: [place.originOf(at.path)] }),
        },
      ]
    }),
  )
  const rest = schema.additionalProperties
  return {
    kind: "object",
    fields,
    ...declaredBy(schema),
    ...(rest === undefined || rest === false
      ? {}
      : { rest: rest === true ? ANY : fromSchema(rest, place) }),
  }
}

/** The declared type of an object. In a union, the object has `type` in addition to the fields of its shape. */
function declaredBy({ title, extends: base, properties = {} }: JsonSchema) {
  if (title !== undefined) return { declared: { as: "shape", name: snakeCaseOf(title) } } as const
  const fields = Object.keys(properties).filter((name) => name !== "type")
  const isMember = base !== undefined && properties.type?.const !== undefined
  return isMember ? ({ declared: { as: "shape", name: snakeCaseOf(base), fields } } as const) : {}
}

function fromValues(values: readonly (string | number | boolean | null)[]): Shape {
  return unionOf(
    ...values.map((value): Shape => {
      if (typeof value === "string") return { kind: "string", values: [value] }
      if (typeof value === "number") {
        return { kind: "number", integer: Number.isInteger(value), values: [value] }
      }
      if (value === null) return NULL
      return value ? TRUE : FALSE
    }),
  )
}

function inside(place: SchemaPlace, step: string): SchemaPlace {
  return { ...place, path: [...place.path, step] }
}

/** The shape of a gh flag's value; `text` is its shape for strings. */
export function fromGhFlag(flag: GhFlag, text: Shape): Shape {
  switch (flag) {
    case "boolean":
      return BOOLEAN
    case "integer":
      return INTEGER
    case "string":
      return text
    case "list":
      return arrayOf(text)
    default:
      return { kind: "string", values: flag }
  }
}

/** The schema of a shape's values; undefined if the shape is not specific enough for a contract. */
export function toJsonSchema(shape: Shape): JsonSchema | undefined {
  const members = named(alternatives(without(shape, "absent", "null")))
  const isNullable = has(shape, "null")
  const [only, ...others] = members
  if (only === undefined) return undefined
  if (others.length === 0) return schemaOfOne(only, isNullable)
  const schemas = members.map((one) => schemaOfOne(one, false))
  const known = schemas.filter((one) => one !== undefined)
  if (known.length < schemas.length) return undefined
  return { anyOf: [...known, ...(isNullable ? [{ type: "null" as const }] : [])] }
}

/** Type names become plain text if not all of them are known. */
function named(members: readonly Shape[]): readonly Shape[] {
  const isOpen = members.some((one) => one.kind === "string" && one.isOther)
  return isOpen ? [...members.filter(({ kind }) => kind !== "string"), STRING] : members
}

/** JSON Schema has no type for bytes: their content is described instead. */
const OF_BYTES: JsonSchema = { contentMediaType: "application/octet-stream" }

function schemaOfOne(shape: Shape, isNullable: boolean): JsonSchema | undefined {
  switch (shape.kind) {
    case "string":
      return {
        ...ofType("string", isNullable, shape.values),
        ...(shape.nodes && { "x-ghx-node": shape.nodes }),
        ...(shape.isContent && { "x-ghx-content": true }),
      }
    case "number":
      return ofType(shape.integer ? "integer" : "number", isNullable, shape.values)
    case "boolean":
      return ofType("boolean", isNullable)
    case "bytes":
      return isNullable ? { anyOf: [OF_BYTES, { type: "null" }] } : OF_BYTES
    case "array": {
      const items = toJsonSchema(shape.items)
      return items && { ...ofType("array", isNullable), items }
    }
    case "object":
      return schemaOfObject(shape, isNullable)
    default:
      return undefined
  }
}

function schemaOfObject(
  { fields, rest }: ObjectShape,
  isNullable: boolean,
): JsonSchema | undefined {
  const others = rest && (rest.kind === "any" ? true : toJsonSchema(rest))
  if (rest !== undefined && others === undefined) return undefined
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of Object.entries(fields)) {
    const schema = toJsonSchema(field.shape)
    if (schema === undefined) return undefined
    properties[name] = schema
  }
  return {
    ...ofType("object", isNullable),
    required: Object.entries(fields).flatMap(([name, field]) =>
      has(field.shape, "absent") ? [] : [name],
    ),
    additionalProperties: others ?? false,
    properties,
  }
}

function ofType(
  type: JsonType,
  isNullable: boolean,
  values?: readonly (string | number)[],
): JsonSchema {
  return {
    type: isNullable ? [type, "null"] : type,
    ...(values && { enum: isNullable ? [...values, null] : values }),
  }
}

/** A schema within another, and the steps that lead to it. */
interface Subschema<S = JsonSchema> {
  readonly steps: readonly (string | number)[]
  readonly schema: S
}

/**
 * The direct subschemas: of properties, items, additional properties, and alternatives. For an unchecked schema,
 * these may be any values.
 */
export function subschemas(schema: JsonSchema): Subschema[]
export function subschemas(schema: Readonly<Record<string, unknown>>): Subschema<unknown>[]
export function subschemas(
  schema: JsonSchema | Readonly<Record<string, unknown>>,
): Subschema<unknown>[] {
  const { properties, items, additionalProperties } = schema
  const inProperties = isMap(properties) ? Object.entries(properties) : []
  const inChoices = (["anyOf", "oneOf"] as const).flatMap((keyword) => {
    const choices: unknown = schema[keyword]
    const all: readonly unknown[] = Array.isArray(choices) ? choices : []
    return all.map((one, index) => ({ steps: [keyword, index], schema: one }))
  })
  return [
    ...inProperties.map(([name, one]) => ({ steps: ["properties", name], schema: one })),
    ...(isMap(items) ? [{ steps: ["items"], schema: items }] : []),
    ...(isMap(additionalProperties)
      ? [{ steps: ["additionalProperties"], schema: additionalProperties }]
      : []),
    ...inChoices,
  ]
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A copy in which each of the schemas directly within is changed. */
export function mapSubschemas(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const { properties, additionalProperties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, change(one)]),
      ),
    }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: change(additionalProperties),
    }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
  }
}
