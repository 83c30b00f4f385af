import type { Path } from "../jmespath/index.js"
import { type CardPath, LOOKUP_FOLDER } from "../parse/index.js"
import {
  build,
  type Expression,
  keyOf,
  nullishPart,
  type Value,
  variableName,
} from "../path/index.js"
import {
  ANY,
  arrayOf,
  type Field,
  isNullish,
  NOTHING,
  NULL,
  type ObjectShape,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import { type AmongSection, type FoundItem, inputsIn, planAmong } from "./among.js"
import type { LookupPlan, OperationPlan, PropertyPlan } from "./capability-plan.js"
import { type Foreach, planForeach } from "./foreach.js"
import { inputScope } from "./input-scope.js"
import type { BareScope, Mapping } from "./mapping.js"
import { all, flatMap, mapPlan, type Planned } from "./planned.js"

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

/** The scope of a lookup's request. */
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
  /** The shape of its result. */
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
