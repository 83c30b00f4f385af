import type { Path } from "../jmespath/index.js"
import type { CardPath } from "../parse/index.js"
import { build, type Expression, type Value } from "../path/index.js"
import {
  ANY,
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
import type { LookupPlan } from "./capability-plan.js"
import { type Foreach, planForeach } from "./foreach.js"
import { NullableInputs } from "./given.js"
import { inputScope } from "./input-scope.js"
import type { BareScope, Mapping } from "./mapping.js"
import { all, flatMap, mapPlan, type Planned } from "./planned.js"

const NO_LOOKUPS: ObjectShape = { kind: "object", fields: {}, name: "$lookups" }

/** The lookups of a route, and the shape of `$lookups`, even if some lookups could not be planned. */
export interface PlannedLookups<P> {
  readonly plans: Planned<P[]>
  readonly shape: ObjectShape
}

/** Plans each of the lookups of a route. */
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
export interface LookupScope {
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
  /** The lookup's path in the card. */
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
