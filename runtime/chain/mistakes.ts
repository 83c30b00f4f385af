/**
 * Checks references against contracts before anything is sent. Loaded by the first chain with references.
 */
import { definitionFor } from "../call/index.js"
import { type JsonSchema, type JsonType, jsonTypes } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { nameValue } from "../errors/index.js"
import { kindOf, namesIn } from "../input/index.js"
import { typeText } from "../properties/index.js"
import { every, type Mark, type PathPart, type Place, pathText } from "../reference/index.js"
import { didYouMean, suggestionsFor } from "../suggestions/index.js"
import type { Criterion, EachPlan } from "./each.js"
import { type ChainEntry, labelOf, type PlannedEntry } from "./entries.js"
import { itemKeyProblem } from "./item-keys.js"
import { type ValueSource, type ValueSources, valuesIn } from "./values.js"

export async function mistakes(
  entries: readonly ChainEntry[],
  index: number,
  { plan, each }: PlannedEntry,
  { sources, list }: Pick<ValueSources, "sources" | "list">,
): Promise<ValidationIssue[]> {
  // If the module cannot be loaded, the step itself reports it.
  const target = await definitionFor(plan, plan.client()).catch(() => undefined)
  if (!target) return []
  const from = async ({ from }: ValueSource): Promise<Origin | undefined> => {
    if (from === "item") return undefined
    if (typeof from === "object") return { label: from.name, output: from.output }
    const source = entries[from]
    if (!source?.ok) return undefined
    const own = source.plan
    const output = (await definitionFor(own, own.client()).catch(() => undefined))?.output
    if (!output) return undefined
    const whole: JsonSchema = source.each ? { type: "array", items: output } : output
    return { label: labelOf(source, from), output: whole }
  }
  const pointer = `/${index}/each`
  const listed = list && (await from(list))
  const items = list && listed && itemsOf(list.place, listed)
  if (items && !items.ok) return [{ pointer, message: items.message }]
  const item = items && { label: "the item", output: items.items }
  const unknown = (item ? criteriaOf(each?.where) : []).flatMap(({ path, condition }) => {
    const problem = item && conditionProblem(path, valuesIn(condition), item, { ofMembers: true })
    return problem === undefined ? [] : [{ pointer, message: problem }]
  })
  const wrong = await Promise.all(
    sources.map(async (source) => {
      const origin = source.from === "item" ? item : await from(source)
      return origin && referenceProblem(source.place, origin, target.input, source.pointer)
    }),
  )
  const message = item && target.key !== undefined ? itemKeyProblem(item.output) : undefined
  const keyless = message === undefined ? [] : [{ pointer, message }]
  return [...keyless, ...unknown, ...wrong.flatMap((problem) => problem ?? [])]
}

function criteriaOf(where: EachPlan["where"] = []): readonly Criterion[] {
  return typeof where === "function" ? [] : where
}

/** The schema at a place of a contract's output, and whether the value may be null. */
interface FoundSchema {
  readonly schema: JsonSchema
  readonly nullable: boolean
}

type FindResult =
  | ({ readonly ok: true } & FoundSchema)
  | { readonly ok: false; readonly message: string }

/** The target of a reference, in words and as a schema. */
interface Origin {
  /** `created`, `#0 issue.create`, `the item`. */
  readonly label: string
  readonly output: JsonSchema
}

/**
 * The reason why a value of one contract does not fit an input of another; undefined if it fits. Constraints that
 * depend on the value are checked when the value is known.
 */
export function referenceProblem(
  place: Place,
  { label, output }: Origin,
  input: JsonSchema,
  pointer: string,
): ValidationIssue | undefined {
  const found = place.match
    ? findInMatch(output, place, place.match, label)
    : findSchema(output, place, label)
  if (!found.ok) return { pointer, message: found.message }
  const wanted = inputAt(input, namesIn(pointer))
  if (!wanted) return undefined
  const written = referenceText(label, place.path)
  if (!mayFit(found.schema, wanted)) {
    return {
      pointer,
      message: `expected ${typeText(wanted)}, but ${written} is ${typeText(found.schema)}`,
    }
  }
  if (found.nullable && !place.required && !typesOf(wanted).has("null")) {
    return {
      pointer,
      message: `expected ${typeText(wanted)}, but ${written} may be null: mark it as required, so that the step fails if it is null`,
    }
  }
  return undefined
}

/**
 * The reason why no item can have one of these values at a path: the field does not exist, or its type differs.
 * Undefined if an item can.
 */
function conditionProblem(
  path: readonly PathPart[],
  values: readonly unknown[],
  { label, output }: Origin,
  { ofMembers = false } = {},
): string | undefined {
  const found = findSchema(output, { source: {}, path, required: false }, label)
  if (!found.ok) return found.message
  const list = alternatives(found.schema).find((one) => typesOf(one).has("array"))
  const schema = ofMembers ? (list?.items ?? found.schema) : found.schema
  if (ofMembers && list && values.length === 0)
    return `${pathText(path)} is a list, which is compared with its members: use a function for an empty one`
  for (const value of values) {
    if (!isPlain(value)) {
      return `${pathText(path)} is compared with strings, numbers, booleans and null, not with ${kindOf(value)}`
    }
    if (mayFit({ const: value }, schema)) continue
    return `${pathText(path)} is ${typeText(found.schema)}, not ${nameValue(value)}`
  }
  return undefined
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value)
}

/** The items of a list that a reference points to, or why there are none. */
function itemsOf(
  place: Place,
  { label, output }: Origin,
): { ok: true; items: JsonSchema } | { ok: false; message: string } {
  const found = findSchema(output, place, label)
  if (!found.ok) return found
  const list = alternatives(found.schema).find((one) => typesOf(one).has("array"))
  if (list) return { ok: true, items: list.items ?? {} }
  const written = referenceText(label, place.path)
  return { ok: false, message: `expected a list, but ${written} is ${typeText(found.schema)}` }
}

function referenceText(label: string, path: readonly PathPart[]): string {
  const text = pathText(path)
  return text === "" ? label : `${label}: ${text}`
}

/** The schema at a place within the one matching list item. */
function findInMatch(
  output: JsonSchema,
  place: Place,
  match: readonly Mark[],
  label: string,
): FindResult {
  const at = place.path.indexOf(every)
  const list = { ...place, path: place.path.slice(0, at) }
  const listed = itemsOf(list, { label, output })
  if (!listed.ok) return listed
  const item = referenceText(label, place.path.slice(0, at + 1))
  for (const { path, value } of match) {
    const problem = conditionProblem(path, [value], { label: item, output: listed.items })
    if (problem !== undefined) return { ok: false, message: `match: ${problem}` }
  }
  return findSchema(listed.items, pathFrom(place.path, at + 1), item)
}

/** The schema at a place of a result. */
function findSchema(output: JsonSchema, { path }: Place, label: string): FindResult {
  let at: FoundSchema = { schema: output, nullable: false }
  for (const [index, part] of path.entries()) {
    const within = alternatives(at.schema)
    const nullable = at.nullable || within.some((one) => typesOf(one).has("null"))
    const next = within.flatMap((one) => memberOf(one, part))
    if (next.length === 0) {
      const above = referenceText(label, path.slice(0, index))
      return { ok: false, message: noMember(within, part, above) }
    }
    const missing = typeof part === "number" || next.some(({ optional }) => optional)
    const schemas = next.map(({ schema }) => schema)
    const only = schemas.length === 1 ? schemas[0] : undefined
    const schema = only ?? { anyOf: schemas }
    if (part === every) {
      const rest = findSchema(schema, pathFrom(path, index + 1), label)
      if (!rest.ok) return rest
      return { ok: true, schema: { type: "array", items: orNull(rest) }, nullable }
    }
    at = { schema, nullable: nullable || missing }
  }
  const nullable = at.nullable || alternatives(at.schema).some((one) => typesOf(one).has("null"))
  return { ok: true, schema: at.schema, nullable }
}

function pathFrom(path: readonly PathPart[], index: number): Place {
  return { source: {}, path: path.slice(index), required: false }
}

function orNull({ schema, nullable }: FoundSchema): JsonSchema {
  return nullable ? { anyOf: [schema, { type: "null" }] } : schema
}

interface Member {
  readonly schema: JsonSchema
  readonly optional: boolean
}

function memberOf(schema: JsonSchema, part: PathPart): Member[] {
  if (typeof part !== "string") {
    return typesOf(schema).has("array") ? [{ schema: schema.items ?? {}, optional: false }] : []
  }
  const { properties = {}, required = [], additionalProperties: others } = schema
  const own = Object.hasOwn(properties, part) ? properties[part] : undefined
  if (own) return [{ schema: own, optional: !required.includes(part) }]
  if (others === undefined || others === false || !typesOf(schema).has("object")) return []
  return [{ schema: others === true ? {} : others, optional: true }]
}

function noMember(within: readonly JsonSchema[], part: PathPart, place: string): string {
  const names = [...new Set(within.flatMap((one) => Object.keys(one.properties ?? {})))]
  if (typeof part !== "string") return `${place} is not a list`
  if (names.length === 0) {
    const isList = within.some((one) => typesOf(one).has("array"))
    return isList
      ? `${place} is a list: select an item, such as [0].${part}`
      : `${place} has no members, so no \`${part}\``
  }
  const near = suggestionsFor(part, names)
  const hint = near.length > 0 ? didYouMean(near) : `known: ${names.join(", ")}`
  return `${place} has no \`${part}\`, ${hint}`
}

/** The schema that an input has at a place; undefined if it has none. */
function inputAt(schema: JsonSchema, names: readonly string[]): JsonSchema | undefined {
  const [name, ...rest] = names
  if (name === undefined) return schema
  const next = alternatives(schema).flatMap((one) =>
    memberOf(one, typesOf(one).has("array") ? 0 : name),
  )
  const found = next.flatMap((member) => inputAt(member.schema, rest) ?? [])
  const [first] = found
  return found.length > 1 ? { anyOf: found } : first
}

/** Whether values of one schema can be values of another, judged by their types. */
function mayFit(given: JsonSchema, wanted: JsonSchema): boolean {
  const all = alternatives(given).filter((one) => !isNull(one))
  return all.every((one) => alternatives(wanted).some((other) => fits(one, other)))
}

function fits(given: JsonSchema, wanted: JsonSchema): boolean {
  if (Object.keys(given).length === 0) return true
  if (given.contentMediaType !== wanted.contentMediaType) return false
  const allowed = valuesOf(wanted)
  const values = valuesOf(given)
  if (allowed && values && !values.some((value) => allowed.includes(value))) return false
  const takes = typesOf(wanted)
  const types = [...typesOf(given)].filter((type) => type !== "null")
  if (!types.every((type) => takes.has(type) || (type === "integer" && takes.has("number")))) {
    return false
  }
  if (types.includes("string") && areOthersIds(given, wanted)) return false
  if (types.includes("array")) return mayFit(given.items ?? {}, wanted.items ?? {})
  if (!types.includes("object")) return true
  const known = new Set(Object.keys(given.properties ?? {}))
  const isOpen = wanted.additionalProperties !== false
  return (
    (wanted.required ?? []).every((name) => known.has(name)) &&
    [...known].every((name) => {
      const member = memberOf(wanted, name)[0]
      const own = given.properties?.[name]
      return member && own ? mayFit(own, member.schema) : isOpen
    })
  )
}

/** Whether a value can only be a node id of a different type. */
function areOthersIds(
  { "x-ghx-node": given }: JsonSchema,
  { "x-ghx-node": wanted }: JsonSchema,
): boolean {
  return given !== undefined && wanted !== undefined && !given.some((one) => wanted.includes(one))
}

function isNull(schema: JsonSchema): boolean {
  return schema.type === "null"
}

function valuesOf({ const: constant, enum: values }: JsonSchema): readonly unknown[] | undefined {
  return constant === undefined ? values : [constant]
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(alternatives) ?? [schema]
}

/** The types that a schema accepts, over all its alternatives. */
function typesOf(schema: JsonSchema): ReadonlySet<JsonType> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return new Set(choices.flatMap((one) => [...typesOf(one)]))
  if (schema.contentMediaType) return new Set()
  const { type } = schema
  if (type !== undefined) return new Set([type].flat())
  const values = valuesOf(schema)
  return values ? new Set(values.map(typeOf)) : new Set(jsonTypes)
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null"
  if (typeof value === "string") return "string"
  if (typeof value === "boolean") return "boolean"
  return Number.isInteger(value) ? "integer" : "number"
}
