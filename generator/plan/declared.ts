import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, didYouMean } from "../diagnostics/index.js"
import { keywordsIn } from "../expand/index.js"
import { aboutMapping, aboutShape } from "../messages/index.js"
import { atKey, atValue, type CardSource, type Pins } from "../parse/index.js"
import { containsPart, type Expression } from "../path/index.js"
import {
  arrayOf,
  fromJsonSchema,
  fromOpenapi,
  isUnbounded,
  type ObjectShape,
  type Shape,
  signature,
  spell,
  unionOf,
  widerThan,
} from "../shape/index.js"
import type { ShapeMapping } from "./capability-plan.js"
import { isTyped } from "./field-types.js"
import type { ShapeOrigin } from "./route.js"
import type { MappingOf } from "./shape-mappings.js"

/** The shape that a mapping reads. Parts that it passes to mappings of shapes have the argument types of these. */
export function withArgumentTypes(value: Expression, read: Shape, mappingOf: MappingOf): Shape {
  const called = new Map<string, ShapeMapping>()
  containsPart(value, (part) => {
    const mapping = part.kind === "shape" ? mappingOf(part.shape, part.route) : undefined
    if (mapping !== undefined) called.set(mapping.shape, mapping)
    return false
  })
  const mappings = [...called.values()].sort((a, b) => sizeOf(b.taken) - sizeOf(a.taken))
  return mappings.length === 0 ? read : declaredBy(mappings, read)
}

function declaredBy(mappings: readonly ShapeMapping[], read: Shape): Shape {
  switch (read.kind) {
    case "array":
      return { ...read, items: declaredBy(mappings, read.items) }
    case "union":
      return { ...read, members: read.members.map((one) => declaredBy(mappings, one)) }
    case "object": {
      const fields = Object.entries(read.fields).map(([name, field]) => {
        return [name, { ...field, shape: declaredBy(mappings, field.shape) }]
      })
      const mapping = mappings.find(({ taken }) => isPartOf(read, taken))
      return {
        ...read,
        fields: Object.fromEntries(fields),
        ...(mapping && { declared: declarationOf(mapping, read) }),
      }
    }
    default:
      return read
  }
}

function declarationOf({ shape, route, taken }: ShapeMapping, read: ObjectShape) {
  const fields = taken.kind === "object" ? Object.keys(taken.fields) : []
  const isWhole = fields.length === Object.keys(read.fields).length
  return { as: route, name: shape, ...(!isWhole && { fields }) }
}

function isPartOf(read: ObjectShape, taken: Shape): boolean {
  if (taken.kind !== "object" || sizeOf(taken) === 0) return false
  return Object.entries(taken.fields).every(([name, { shape }]) => {
    const own = Object.hasOwn(read.fields, name) ? read.fields[name]?.shape : undefined
    return own !== undefined && signature(own) === signature(shape)
  })
}

function sizeOf(shape: Shape): number {
  return shape.kind === "object" ? Object.keys(shape.fields).length : 0
}

/** Gives the fields of object literals an origin, which distinguishes them from GitHub's fields. */
export function withFieldOrigins(shape: Shape, origin: string): Shape {
  if (shape.kind === "array") return arrayOf(withFieldOrigins(shape.items, origin))
  if (shape.kind === "union")
    return unionOf(...shape.members.map((one) => withFieldOrigins(one, origin)))
  if (shape.kind !== "object" || isUnbounded(shape)) return shape
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    if (field.origins !== undefined) return [name, field]
    const own = `$made@${origin}.${name}`
    return [
      name,
      { ...field, shape: withFieldOrigins(field.shape, `${origin}.${name}`), origins: [own] },
    ]
  })
  return { ...shape, fields: Object.fromEntries(fields) }
}

/** A shape's origin over a route with described types: the shape's file names one as `schema`. */
export function describedOrigin(
  route: Exclude<RouteType, "graphql">,
  description: string,
  schemasOf: (pins: Pins) => Readonly<Record<string, unknown>>,
): ShapeOrigin {
  return {
    named: (_shape, { value }) => value[route]?.schema,
    check(_origin, { source, value }, { pins }) {
      const schema = value[route]?.schema
      const all = schema === undefined ? {} : schemasOf(pins)
      if (schema === undefined || Object.hasOwn(all, schema)) return []
      const help = didYouMean(schema, Object.keys(all))
      return [atValue(source, [route, "schema"], aboutShape.noSchema(description, schema, help))]
    },
    nameOf: (schema) => schema,
    typeOf(schema, place, { pins }) {
      const all = schemasOf(pins)
      return fromOpenapi(all[schema], all, place)
    },
  }
}

/**
 * Reports properties of an output whose declared types are wider than those of all routes. Derived types are skipped,
 * because they equal those of their route.
 */
export function checkDeclaredTypes(
  source: CardSource,
  { properties = {} }: JsonSchema,
  given: (property: string) => readonly Shape[],
): Diagnostic[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const wider = widerThan(fromJsonSchema(schema), unionOf(...given(name)))
    if (wider.length === 0) return []
    const at = ["output_schema", "properties", name]
    const keywords = keywordsIn(source.written(at))
    if (!isTyped(keywords) && keywords.nullable !== true) return []
    return wider.map(({ path, ...excess }) => {
      return atKey(source, at, aboutMapping.excessType(spell([name, ...path]), excess))
    })
  })
}
