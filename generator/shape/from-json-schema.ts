import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"
import type { GhFlag } from "../parse/index.js"
import { memoize, snakeCaseOf } from "../text/index.js"
import { idsOf } from "./nodes.js"
import {
  ABSENT,
  ANY,
  arrayOf,
  BOOLEAN,
  BYTES,
  CONTENT,
  FALSE,
  type Field,
  INTEGER,
  NULL,
  SCALARS,
  type Shape,
  STRING,
  TRUE,
  unionOf,
} from "./shape.js"

/**
 * The origin of a property, from the property names that lead to it; `[]` stands for the items of a list.
 */
type OriginOf = (path: readonly string[]) => string

interface SchemaPlace {
  path: readonly string[]
  originOf?: OriginOf
}

/** The shape of the values that satisfy a schema of a card. */
export function fromJsonSchema(schema: JsonSchema, originOf?: OriginOf): Shape {
  return originOf === undefined
    ? withoutOrigins(schema)
    : fromSchema(schema, { path: [], originOf })
}

const withoutOrigins = memoize((schema: JsonSchema) => fromSchema(schema, { path: [] }))

function fromSchema(schema: JsonSchema, place: SchemaPlace): Shape {
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
