import type { JsonSchema } from "../../runtime/definition/index.js"
import { build, reservedNames, type Value } from "../path/index.js"
import { fromJsonSchema, type ObjectShape, type Shape, without } from "../shape/index.js"
import type { BareScope } from "./mapping.js"

/** A scope in which `@` is the input. */
export function inputScope(input: Shape, lookups: ObjectShape): BareScope {
  const current: Value = { expression: build.reference("input"), shape: input }
  return {
    purpose: "request",
    current,
    variables: new Map([
      ["input", current],
      ["lookups", { expression: build.reference("lookups"), shape: lookups }],
    ]),
    facts: [],
    names: reservedNames(),
  }
}

/** The input as mappings see it, each property with the location of its declaration. */
export function inputShapeOf(input: JsonSchema): Shape {
  return withDefaults(
    fromJsonSchema(input, (path) => `$input@${path.join(".")}`),
    input,
  )
}

/** An input with a default is always present. */
function withDefaults(shape: Shape, schema: JsonSchema): Shape {
  if (shape.kind !== "object") return shape
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    const hasDefault = schema.properties?.[name]?.default !== undefined
    return [name, hasDefault ? { ...field, shape: without(field.shape, "absent") } : field]
  })
  return { ...shape, fields: Object.fromEntries(fields) }
}
