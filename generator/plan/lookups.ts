import { inputsNamed, Path } from "../jmespath/index.js"
import { aboutMapping, aboutShared } from "../messages/index.js"
import { type CardPath, LOOKUP_FOLDER, type RestLookupSection } from "../parse/index.js"
import {
  build,
  callbackScope,
  type Expression,
  keyOf,
  nullishPart,
  type Value,
  variableName,
} from "../path/index.js"
import {
  ANY,
  arrayOf,
  describe,
  type Field,
  isNullish,
  NOTHING,
  NULL,
  type ObjectShape,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import type { LookupPlan, OperationPlan, PropertyPlan } from "./capability-plan.js"
import { type Foreach, planForeach } from "./foreach.js"
import { type BareScope, inputScope, type Mapping } from "./mapping.js"
import { all, flatMap, mapPlan, type Planned, planned } from "./planned.js"

const NO_LOOKUPS: ObjectShape = { kind: "object", fields: {}, name: "$lookups" }

/** The lookups of a route, and the shape of `$lookups`, even if some lookups could not be planned. */
export interface PlannedLookups<P> {
  readonly plans: Planned<P[]>
  readonly shape: ObjectShape
}

export function planEach<S, P extends { readonly shape: Shape }>(
  sections: Readonly<Record<string, S>> = {},
  plan: (key: string, section: S) => Planned<P>,
): PlannedLookups<P> {
  const plans = Object.entries(sections).map(([key, one]) => [key, plan(key, one)] as const)
  const fields = plans.map(([key, one]): [string, Field] => [
    key,
    // A lookup whose plan failed was already reported, so expressions that read it are not reported again.
    { shape: one.ok ? one.plan.shape : NOTHING, origins: [lookupOrigin(key)] },
  ])
  return {
    plans: all(plans.map(([, plan]) => plan)),
    shape: { ...NO_LOOKUPS, fields: Object.fromEntries(fields) },
  }
}

export function lookupOrigin(key: string): string {
  return `$lookups@${key}`
}

interface LookupScope {
  readonly scope: BareScope
  /** The input, and the item of a `foreach`. */
  readonly variables: ReadonlyMap<string, Value>
  readonly each: Foreach | undefined
  /** Skips the lookup if a value that it requires is absent. */
  readonly onNullish: NullableInputs["take"]
}

interface LookupOf<R> {
  readonly mapping: Mapping
  readonly section: AmongSection & { readonly foreach?: Path; readonly as?: string }
  readonly path: CardPath
  readonly input: Shape
  /** The value that its result is read from. */
  readonly answer: Value
  /** Whether the result may read the item of a `foreach`. */
  readonly readsItem?: boolean
  /** Whether it may find nothing without failing the call. */
  readonly isOptional?: boolean
  readonly planRequest: (scope: LookupScope) => Planned<R>
  /** Whether it selects one item of a list. */
  readonly isAmong?: boolean
}

/** The common part of all routes' lookups. */
interface Lookup<R> extends Pick<LookupPlan, "foreach" | "given" | "needs" | "result"> {
  readonly request: R
  readonly pageInfo?: Expression
  readonly shape: Shape
}

/** Plans one lookup: its request, per item or once, and its result. */
export function planLookup<R>(options: LookupOf<R>): Planned<Lookup<R>> {
  const { mapping, section, path, input, answer, isOptional = false } = options
  const scope = inputScope(input, NO_LOOKUPS)
  const given = new NullableInputs(scope)
  return flatMap(planForeach(mapping, section, path, scope, "as"), (each) => {
    // If an input that the result reads is absent, the lookup is skipped.
    const needs = inputsIn([section.where, section.result]).filter((name) =>
      isNullish(fieldOf(input, name)),
    )
    const known: Value = { ...scope.current, shape: withoutNull(input, needs) }
    const own = new Map([["input", known]])
    const variables = each ? new Map(own).set(each.key, each.item) : own
    const request = options.planRequest({ scope, variables, each, onNullish: given.take })
    for (const name of needs) given.need(name, propertyOf(scope.current, name))
    const ofAnswer: BareScope = {
      ...scope,
      purpose: "output",
      current: answer,
      variables: options.readsItem ? variables : own,
      names: new Set([...scope.names, ...(each ? [each.plan.name] : [])]),
    }
    const result: Planned<FoundItem> = options.isAmong
      ? planAmong(mapping, section, path, ofAnswer)
      : mapPlan(mapping.compileResult(section.result, [...path, "result"], ofAnswer), (found) => {
          return { found }
        })
    return mapPlan(all([request, result]), ([request, { found, pageInfo }]) => {
      const one = present(found.shape)
      return {
        request,
        ...(each && { foreach: each.plan }),
        given: given.plan(),
        needs,
        result: found.expression,
        ...(pageInfo && { pageInfo: pageInfo.expression }),
        shape: given.found(each === undefined && isOptional ? unionOf(one, NULL) : one, each),
      }
    })
  })
}

function fieldOf(input: Shape, name: string): Shape {
  const fields = input.kind === "object" ? input.fields : {}
  return (Object.hasOwn(fields, name) ? fields[name]?.shape : undefined) ?? ANY
}

function propertyOf({ expression, shape }: Value, name: string): Value {
  return { expression: build.property(expression, name, false), shape: fieldOf(shape, name) }
}

/** The input, with these properties present. */
function withoutNull(input: Shape, names: readonly string[]): Shape {
  if (input.kind !== "object" || names.length === 0) return input
  const fields = Object.entries(input.fields).map(([name, field]): [string, Field] => [
    name,
    names.includes(name) ? { ...field, shape: present(field.shape) } : field,
  ])
  return { ...input, fields: Object.fromEntries(fields) }
}

/**
 * The library lookup that a document defines. It is the same for every capability whose inputs have the names of its
 * variables.
 */
interface SharedLookup {
  readonly subject: string
  readonly variables: readonly PropertyPlan[]
  readonly result: Expression
}

/** Undefined if the document is not in the library, or selects more than one leaf. */
export function sharedLookupOf({ path, data, variables }: OperationPlan): SharedLookup | undefined {
  if (!path.startsWith(LOOKUP_FOLDER) || variables.kind !== "object") return undefined
  const names: string[] = []
  let found: Shape = data
  let result = build.reference("data")
  for (let of = present(found); of.kind === "object"; of = present(found)) {
    const [field, ...others] = Object.entries(of.fields)
    if (field === undefined || others.length > 0) return undefined
    const [name, { shape }] = field
    names.push(name)
    result = build.property(result, name, isNullish(found))
    found = shape
  }
  const given = Object.keys(variables.fields).map((name) => {
    return { name, expression: build.reference("input", name) }
  })
  return { subject: subjectOf(names.join(".")), variables: given, result }
}

/** The library lookup that a lookup equals; `isWhole` is false if its variables differ. */
export function sharedLookupIn(lookup: LookupPlan): { isWhole: boolean } | undefined {
  const { operation, subject, variables, result, foreach, among, given, needs } = lookup
  const shared = sharedLookupOf(operation)
  if (shared === undefined || among !== undefined || needs.length > 0) return undefined
  if (subject !== shared.subject || !isSame(result, shared.result)) return undefined
  const named = (plans: readonly PropertyPlan[]) => plans.map((one) => JSON.stringify(one)).sort()
  const isWhole =
    foreach === undefined &&
    !lookup.isOptional &&
    given.length === 0 &&
    isSame(named(variables), named(shared.variables))
  return { isWhole }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** `repository.label.id` finds a `label`. */
export function subjectOf(result: string): string {
  const names = result.match(/[A-Za-z_]\w*/g) ?? []
  const last = names.at(-1) === "id" ? names.at(-2) : names.at(-1)
  // People call a `projectV2` a project.
  return (last ?? "value")
    .replace(/V\d+$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
}

/** The nullable inputs of a lookup. If one of them is null or absent, the lookup is skipped. */
class NullableInputs {
  private readonly skipped: { readonly name: string; readonly value: Value }[] = []

  constructor(private readonly scope: BareScope) {}

  /** The value; the lookup is skipped if it is absent. */
  readonly take = (wanted: string, value: Value): Value => {
    const taken = new Set([...this.scope.names, ...this.skipped.map(({ name }) => name)])
    const name = variableName(wanted, taken)
    this.skipped.push({ name, value })
    return { expression: build.reference(name), shape: present(value.shape) }
  }

  /** Skips the lookup if this value is absent, although the request does not use it. */
  need(name: string, value: Value): void {
    const key = keyOf(value.expression)
    if (!this.skipped.some((one) => keyOf(one.value.expression) === key)) this.take(name, value)
  }

  plan(): LookupPlan["given"] {
    return this.skipped.map(({ name, value }) => ({ name, expression: value.expression }))
  }

  /**
   * The shape of the results of lookups that each find `one`: a list with `foreach`, and nullable if they may be
   * skipped.
   */
  found(one: Shape, each: Foreach | undefined): Shape {
    const skips = [...this.skipped.map(({ value }) => value), ...(each ? [each.list] : [])]
    const nullish = unionOf(...skips.map((value) => nullishPart(value.shape)))
    return unionOf(each === undefined ? one : arrayOf(one), nullish)
  }
}

export type AmongSection = Pick<RestLookupSection, "among" | "where" | "result">

export interface FoundItem {
  readonly found: Value
  /** The page info of the list that the lookup searches. */
  readonly pageInfo?: Value
}

/** Checks a lookup that selects one item of a list: `among` is the list, `where` selects the item. */
export function checkAmong(
  mapping: Mapping,
  { among, where }: AmongSection,
  path: CardPath,
): Planned<boolean> {
  if (among !== undefined && where !== undefined) return planned(true)
  if (among === undefined && where === undefined) return planned(false)
  const key = among === undefined ? "where" : "among"
  return mapping.refuse(aboutMapping.amongAndWhere(key), mapping.source.keySpan([...path, key]))
}

/** The inputs that select the item. */
export function searchKeysOf(section: AmongSection): string[] {
  return inputsIn([section.where, section.result])
}

/** The inputs that expressions read as `$input.NAME`. */
export function inputsIn(expressions: readonly (Path | undefined)[]): string[] {
  return [...new Set(expressions.flatMap((one) => (one === undefined ? [] : inputsNamed(one))))]
}

/** The matching items of an answer, each mapped to the lookup's result. */
export function planAmong(
  mapping: Mapping,
  section: AmongSection,
  path: CardPath,
  scope: BareScope,
): Planned<FoundItem> {
  const { among = Path.derived("@") } = section
  const at = [...path, "among"]
  return flatMap(mapping.compile(among, at, scope), (value) => {
    const nodes = nodesOf(present(value.shape))
    if (nodes === undefined) {
      return mapPlan(planFound(mapping, section, path, scope, value), (found) => ({ found }))
    }
    const inside = { ...scope, current: value }
    const read = (path: string) => mapping.compile(Path.derived(path), at, inside)
    const pages = all([read(nodes), read("pageInfo")])
    return flatMap(pages, ([list, pageInfo]) =>
      mapPlan(planFound(mapping, section, path, scope, list), (found) => ({ found, pageInfo })),
    )
  })
}

/** The path from a connection to its nodes; undefined if the shape is no connection. */
export function nodesOf(shape: Shape): string | undefined {
  if (shape.kind !== "object" || !Object.hasOwn(shape.fields, "pageInfo")) return undefined
  if (Object.hasOwn(shape.fields, "nodes")) return "nodes[]"
  return Object.hasOwn(shape.fields, "edges") ? "edges[].node" : undefined
}

function planFound(
  mapping: Mapping,
  { where = Path.derived("@"), result }: AmongSection,
  path: CardPath,
  scope: BareScope,
  list: Value,
): Planned<Value> {
  const shape = present(list.shape)
  if (shape.kind !== "array" || isNullish(shape.items)) {
    const problem = aboutShared.amongNoList(describe(shape))
    return mapping.refuse(problem, mapping.source.valueSpan([...path, "among"]))
  }
  const { name, inner } = callbackScope(list.hint, scope)
  const item = { ...inner, current: { expression: build.reference(name), shape: shape.items } }
  const meant = mapping.compileCondition(where, [...path, "where"], item, "`where`")
  const found = mapping.compile(result, [...path, "result"], item)
  return mapPlan(all([meant, found]), ([meant, found]) => {
    const isOptional = isNullish(list.shape)
    const each = (method: "filter" | "map", of: Expression, body: Value) =>
      build.method(of, method, [build.lambda(name, body.expression)], isOptional)
    const mapped = each("map", each("filter", list.expression, meant), found)
    // If a matching item has no value, nothing is found.
    const expression = isNullish(found.shape) ? build.helper("present", mapped) : mapped
    return { expression, shape: present(found.shape) }
  })
}
