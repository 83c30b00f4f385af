import { isDeepStrictEqual } from "node:util"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { type Diagnostic, didYouMean, type Problem } from "../diagnostics/index.js"
import type { ShapeBook } from "../expand/index.js"
import { aboutShape } from "../messages/index.js"
import { atValue, type CardPath, type CardSource } from "../parse/index.js"
import { subschemas } from "../shape/index.js"
import { snakeCaseOf } from "../text/index.js"
import type { BasePlan } from "./capability-plan.js"

/** The shape that a schema extends. */
export function baseOf(schema: JsonSchema, shapes: ShapeBook): { base?: BasePlan } {
  if (schema.extends === undefined) return {}
  const shape = snakeCaseOf(schema.extends)
  return { base: { shape, fields: Object.keys(shapes.get(shape)?.schema.properties ?? {}) } }
}

/** The shapes whose fields members of a union include, in the result or in its items. */
export function basesOfMembers(
  schema: JsonSchema,
  shapes: ShapeBook,
): { members?: readonly BasePlan[] } {
  const members = (schema.oneOf ?? []).flatMap((member) => {
    const { base } = baseOf(member, shapes)
    const own = Object.keys(member.properties ?? {}).length - 1
    return base && own > base.fields.length ? [base] : []
  })
  return members.length > 0 ? { members } : {}
}

/** Checks that a schema with a shape's name has the shape's fields. */
export function checkNamed(
  source: CardSource,
  schema: JsonSchema,
  shapes: ShapeBook,
  path: CardPath = ["output_schema"],
): Diagnostic[] {
  const inner = subschemas(schema).flatMap((one) =>
    checkNamed(source, one.schema, shapes, [...path, ...one.steps]),
  )
  const own = (["title", "extends"] as const).flatMap((key): Diagnostic[] => {
    const title = schema[key]
    if (title === undefined) return []
    const name = snakeCaseOf(title)
    const report = (problem: Problem) => [atValue(source, [...path, key], problem)]
    if (!shapes.names.includes(name))
      return report(aboutShape.noShape(name, didYouMean(name, shapes.names)))
    // A shape with errors is reported in its own file.
    const shape = shapes.get(name)?.schema
    if (shape === undefined || hasFieldsOf(shape, schema, key === "title")) return []
    return report(aboutShape.otherFields(name))
  })
  return [...own, ...inner]
}

/** Whether a schema has exactly these fields (the shape itself), or at least these (an extension). */
function hasFieldsOf(shape: JsonSchema, schema: JsonSchema, isWhole: boolean): boolean {
  const [own, fields] = [schema, shape].map(({ properties = {} }) => properties)
  if (isWhole) return isDeepStrictEqual(Object.entries(own ?? {}), Object.entries(fields ?? {}))
  return Object.entries(fields ?? {}).every(([name, one]) => isDeepStrictEqual(own?.[name], one))
}
