import { containsPart, type Expression } from "../path/index.js"
import { type ObjectShape, type Shape, signature } from "../shape/index.js"
import type { ShapeMapping } from "./capability-plan.js"
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
