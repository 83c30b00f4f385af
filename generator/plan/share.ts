/** Where what a mapping makes is a shape, the shape's own mapping makes it. */
import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { build, type Expression, withParts } from "../path/index.js"
import {
  alternatives,
  misfits,
  present,
  type Shape,
  subschemas,
  unionOf,
  without,
} from "../shape/index.js"
import { snakeCaseOf } from "../text/index.js"
import type { ShapeMapping } from "./capability-plan.js"

/** The mapping of a shape over a route; undefined where it has none. */
export type MappingOf = (shape: string, route: RouteType) => ShapeMapping | undefined

/** What variables of a mapping hold, as far as it is known. */
type Known = ReadonlyMap<string, Shape>

/**
 * The expression of an object of a schema, with calls in place of what shapes make. A call stands where
 * the object is made as the shape's mapping makes it, of a value that the mapping takes: so nothing
 * depends on how a card came to its expressions.
 */
export function shared(
  one: Expression,
  schema: JsonSchema,
  route: RouteType,
  known: Known,
  mappingOf: MappingOf,
): Expression {
  if (one.kind !== "object") return one
  const whole = named(schema.title, route, mappingOf)
  const called = whole && callOf(whole, one, known)
  if (called !== undefined) return called
  const base = named(schema.extends, route, mappingOf)
  const start = base && startOf(base, one, known)
  const members = (start?.others ?? one.members).map(({ name, value }) => {
    const property = schema.properties?.[name]
    return property === undefined
      ? { name, value }
      : { name, value: sharedWithin(value, property, route, known, mappingOf) }
  })
  return { kind: "object", ...(start && { base: start.call }), members }
}

function named(title: string | undefined, route: RouteType, mappingOf: MappingOf) {
  return title === undefined ? undefined : mappingOf(snakeCaseOf(title), route)
}

/** The same for an expression that makes objects of a schema somewhere in it. */
export function sharedWithin(
  one: Expression,
  schema: JsonSchema,
  route: RouteType,
  known: Known,
  mappingOf: MappingOf,
): Expression {
  const mappingsOf = (key: "title" | "extends") =>
    titlesIn(schema, key).flatMap((title) => named(title, route, mappingOf) ?? [])
  return within(one, { whole: mappingsOf("title"), bases: mappingsOf("extends") }, known)
}

/** The shapes in a schema, the outer ones first. */
function titlesIn(schema: JsonSchema, key: "title" | "extends"): string[] {
  const inner = subschemas(schema).flatMap((one) => titlesIn(one.schema, key))
  const { [key]: title } = schema
  return title === undefined ? inner : [title, ...inner]
}

/** The mappings that make an object as a whole, and those that make some of its members. */
interface Mappings {
  readonly whole: readonly ShapeMapping[]
  readonly bases: readonly ShapeMapping[]
}

/** An expression with calls in place of the objects in it that are shapes. */
function within(one: Expression, mappings: Mappings, known: Known): Expression {
  for (const mapping of mappings.whole) {
    const called = callOf(mapping, one, known)
    if (called !== undefined) return called
  }
  const [item] = one.kind === "method" && one.name === "map" ? one.args : []
  if (one.kind === "method" && item?.kind === "function") {
    const [parameter = ""] = item.parameters
    const items = itemsOf(one.of, known)
    const inner = items === undefined ? known : new Map(known).set(parameter, items)
    return {
      ...one,
      of: within(one.of, mappings, known),
      args: [{ ...item, body: within(item.body, mappings, inner) }],
    }
  }
  if (one.kind === "choice") {
    const { whenTrue, whenFalse } = knownAfter(one.test, known)
    return {
      ...one,
      whenTrue: within(one.whenTrue, mappings, whenTrue),
      whenFalse: within(one.whenFalse, mappings, whenFalse),
    }
  }
  if (one.kind === "object" && one.base === undefined) {
    for (const mapping of mappings.bases) {
      const start = startOf(mapping, one, known)
      if (start !== undefined) return { kind: "object", base: start.call, members: start.others }
    }
  }
  return withParts(one, (part) => within(part, mappings, known))
}

/** What variables hold where `node.__typename === "Issue"`, and where not. */
function knownAfter(test: Expression, known: Known): { whenTrue: Known; whenFalse: Known } {
  const nothing = { whenTrue: known, whenFalse: known }
  if (test.kind !== "operation" || test.operator !== "===") return nothing
  const { left, right } = test
  if (left.kind !== "property" || left.of.kind !== "name" || right.kind !== "literal")
    return nothing
  const { name, of } = left
  const shape = known.get(of.name)
  if (shape === undefined) return nothing
  const members = alternatives(shape)
  const isMeant = (one: Shape) => {
    const field = one.kind === "object" ? one.fields[name]?.shape : undefined
    return field?.kind === "string" && field.values?.includes(String(right.value)) === true
  }
  return {
    whenTrue: new Map(known).set(of.name, unionOf(...members.filter(isMeant))),
    whenFalse: new Map(known).set(of.name, unionOf(...members.filter((one) => !isMeant(one)))),
  }
}

function callOf(mapping: ShapeMapping, one: Expression, known: Known): Expression | undefined {
  if (one.kind !== "object" || one.base !== undefined) return undefined
  const of = boundTo(mapping, mapping.written, one)
  return of !== undefined && takes(mapping, of, known) ? call(mapping, of) : undefined
}

/** The call that makes some members of an object, and the others. */
function startOf(
  mapping: ShapeMapping,
  one: Extract<Expression, { kind: "object" }>,
  known: Known,
):
  | {
      readonly call: Expression
      readonly others: Extract<Expression, { kind: "object" }>["members"]
    }
  | undefined {
  const { written } = mapping
  if (written.kind !== "object") return undefined
  const names = written.members.map(({ name }) => name)
  const members = one.members.filter(({ name }) => names.includes(name))
  const others = one.members.filter(({ name }) => !names.includes(name))
  const of = boundTo(mapping, written, { ...one, members })
  return of !== undefined && takes(mapping, of, known)
    ? { call: call(mapping, of), others }
    : undefined
}

function call({ shape, route }: ShapeMapping, of: Expression): Expression {
  return build.shapeOf(shape, route, of)
}

/** Whether a value is of the type that a mapping takes. */
function takes({ taken }: ShapeMapping, of: Expression, known: Known): boolean {
  const shape = shapeOf(of, known)
  if (shape === undefined) return false
  return misfits(present(shape), taken).every(({ kind }) => kind === "unknown")
}

function shapeOf(one: Expression, known: Known): Shape | undefined {
  if (one.kind === "name") return known.get(one.name)
  if (one.kind === "helper" && one.name === "present") return presentItems(one.args[0], known)
  // What is left of a list is of the same items.
  if (one.kind === "method" && one.name === "filter") return shapeOf(one.of, known)
  // `nodes ?? []`
  if (one.kind === "operation" && one.operator === "??") {
    const left = shapeOf(one.left, known)
    return left && present(left)
  }
  if (one.kind !== "property") return undefined
  const of = shapeOf(one.of, known)
  const object = of && present(of)
  if (object?.kind !== "object" || !Object.hasOwn(object.fields, one.name)) return undefined
  return object.fields[one.name]?.shape
}

function presentItems(list: Expression | undefined, known: Known): Shape | undefined {
  const items = list && itemsOf(list, known)
  return items && { kind: "array", items: without(items, "null", "absent") }
}

function itemsOf(list: Expression, known: Known): Shape | undefined {
  const shape = shapeOf(list, known)
  const array = shape && present(shape)
  return array?.kind === "array" ? array.items : undefined
}

/** What an expression has where a mapping has its parameter; undefined where they differ in more. */
function boundTo(
  { parameter }: ShapeMapping,
  written: Expression,
  one: Expression,
): Expression | undefined {
  const bound = new Map<string, unknown>()
  const isSame = (left: unknown, right: unknown): boolean => {
    if (typeof left !== "object" || left === null || typeof right !== "object" || right === null)
      return left === right
    if (Array.isArray(left) || Array.isArray(right)) {
      return (
        Array.isArray(left) &&
        Array.isArray(right) &&
        left.length === right.length &&
        left.every((item, index) => isSame(item, right[index]))
      )
    }
    const [ours, theirs] = [Object.entries(left), Object.entries(right)]
    const own = Object.fromEntries(ours)
    const other = Object.fromEntries(theirs)
    if (own.kind === "name") return isBound(String(own.name), other)
    if (own.kind === "function" && Array.isArray(own.parameters) && Array.isArray(other.parameters))
      for (const [index, name] of own.parameters.entries())
        bound.set(String(name), { kind: "name", name: other.parameters[index] })
    return (
      ours.length === theirs.length &&
      ours.every(([key, value]) => key === "parameters" || isSame(value, other[key]))
    )
  }
  const isBound = (name: string, other: unknown): boolean => {
    const known = bound.get(name)
    if (known !== undefined) return JSON.stringify(known) === JSON.stringify(other)
    if (name !== parameter) return false
    bound.set(name, other)
    return true
  }
  if (!isSame(written, one)) return undefined
  const of = bound.get(parameter)
  return isExpression(of) ? of : undefined
}

function isExpression(value: unknown): value is Expression {
  return typeof value === "object" && value !== null && "kind" in value
}
