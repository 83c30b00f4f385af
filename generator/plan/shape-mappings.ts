/** Calls a shape's mapping for objects that come from the shape. */

import { isDeepStrictEqual } from "node:util"
import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, didYouMean, type Problem } from "../diagnostics/index.js"
import type { FullShape, ShapeBook } from "../expand/index.js"
import { type PathNode, printPath, type ShapeNode } from "../jmespath/index.js"
import { aboutShape } from "../messages/index.js"
import { atValue, type CardPath, type CardSource } from "../parse/index.js"
import { build, type ObjectStart, type Scope, type Value } from "../path/index.js"
import { mismatches, subschemas } from "../shape/index.js"
import { snakeCaseOf } from "../text/index.js"
import type { BasePlan, ShapeMapping } from "./capability-plan.js"

/** The mapping of a shape over a route; undefined if it has none, or if it belongs to another file. */
export type MappingOf = (shape: string, route: RouteType, file?: string) => ShapeMapping | undefined

export type MappedShapes = ShapeBook & { readonly mappingOf: MappingOf }

/** The call of a mapping with a value, if the value has the type that the mapping takes. */
export function mappingCall(
  mapping: ShapeMapping | undefined,
  { expression, shape }: Value,
): ObjectStart | undefined {
  if (mapping === undefined) return undefined
  if (mismatches(shape, mapping.taken).some(({ kind }) => kind !== "unknown")) return undefined
  return { call: build.shapeOf(mapping.shape, mapping.route, expression), fields: mapping.fields }
}

/**
 * Makes objects that come from shapes. The titles in the schema of a full card name the candidates; an object matches
 * if it has the expressions of a shape's fields.
 */
export function shapeMappingsOf(
  shapes: MappedShapes,
  route: RouteType,
  written: JsonSchema | undefined,
): NonNullable<Scope["mappedByShape"]> {
  let titled: readonly FullShape[] | undefined
  const originOf = (node: ShapeNode) => {
    // Largest first, because the fields of a small shape may be a part of another's.
    titled ??= shapesIn(written ?? {}, shapes).sort((a, b) => sizeOf(b) - sizeOf(a))
    return titled.find((one) => hasFieldsOf(node, one, route))?.origin
  }
  return (node, current) => {
    const origin = node.shape ?? originOf(node)
    return origin && mappingCall(shapes.mappingOf(origin.name, route, origin.file), current)
  }
}

function sizeOf({ schema }: FullShape): number {
  return Object.keys(schema.properties ?? {}).length
}

/** The shapes that a schema names as titles. */
function shapesIn(schema: JsonSchema, shapes: ShapeBook): FullShape[] {
  const names = [schema.title, schema.extends].flatMap((name) => name ?? [])
  return [
    ...names.flatMap((name) => shapes.get(snakeCaseOf(name)) ?? []),
    ...subschemas(schema).flatMap((one) => shapesIn(one.schema, shapes)),
  ]
}

function hasFieldsOf(node: ShapeNode, shape: FullShape, route: RouteType): boolean {
  const own = new Map(node.children.map(({ name, value }) => [name, value]))
  return Object.keys(shape.schema.properties ?? {}).every((name) => {
    return isSource(shape, route, name, own.get(name))
  })
}

/** Whether an expression is the shape's source of a field. */
export function isSource(
  shape: FullShape | undefined,
  route: RouteType,
  field: string,
  one: PathNode | undefined,
): boolean {
  const source = shape?.sources[route].get(field)?.path.root
  if (one === undefined || source === undefined) return false
  return one === source || printPath(one) === printPath(source)
}

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
    if (shape === undefined || hasItsFields(shape, schema, key === "title")) return []
    return report(aboutShape.otherFields(name))
  })
  return [...own, ...inner]
}

/** Whether a schema has exactly these fields (the shape itself), or at least these (an extension). */
function hasItsFields(shape: JsonSchema, schema: JsonSchema, isWhole: boolean): boolean {
  const [own, fields] = [schema, shape].map(({ properties = {} }) => properties)
  if (isWhole) return isDeepStrictEqual(Object.entries(own ?? {}), Object.entries(fields ?? {}))
  return Object.entries(fields ?? {}).every(([name, one]) => isDeepStrictEqual(own?.[name], one))
}
