import type { CardPath } from "../parse/index.js"
import type { Expression, Value } from "../path/index.js"
import {
  type Field,
  NOTHING,
  NULL,
  type ObjectShape,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import type { ForeachPlan, LookupPlan } from "./capability-plan.js"
import { type Foreach, planForeach } from "./foreach.js"
import { Given } from "./given.js"
import type { BareScope, Mapping } from "./mapping.js"
import { all, andThen, both, made, type Planned } from "./planned.js"
import { inputScope } from "./variables.js"

const NO_LOOKUPS: ObjectShape = { kind: "object", fields: {}, name: "$lookups" }

/** The look-ups of a route, and what `$lookups` holds whether or not they could be planned. */
export interface PlannedLookups<P> {
  readonly plans: Planned<P[]>
  readonly shape: ObjectShape
}

/** Plans each of the look-ups of a route. */
export function planEach<S, P extends { readonly shape: Shape }>(
  sections: Readonly<Record<string, S>> = {},
  plan: (key: string, section: S) => Planned<P>,
): PlannedLookups<P> {
  const plans = Object.entries(sections).map(([key, one]) => [key, plan(key, one)] as const)
  const fields = plans.map(([key, one]): [string, Field] => [
    key,
    // What could not be planned has been reported: whoever reads it is not to blame.
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

/** What a request of a look-up is planned with. */
export interface LookupScope {
  readonly scope: BareScope
  /** The input, and the item of a `foreach`. */
  readonly variables: ReadonlyMap<string, Value>
  readonly each: Foreach | undefined
  /** Has the look-up skipped where a value is not there that it cannot do without. */
  readonly onNullish: Given["take"]
}

interface LookupOf<R> {
  readonly mapping: Mapping
  readonly section: { readonly result: string; readonly foreach?: string; readonly as?: string }
  /** Where the look-up stands in the card. */
  readonly path: CardPath
  readonly input: Shape
  /** What its result is read from. */
  readonly answer: Value
  /** The result may read the item of a `foreach`. */
  readonly readsItem?: boolean
  /** What it does not find is no failure. */
  readonly isOptional?: boolean
  readonly planRequest: (scope: LookupScope) => Planned<R>
  /** What it finds, where that is not what `result` makes of the answer. */
  readonly planResult?: (scope: BareScope) => Planned<Value>
}

/** What the look-ups of all routes have. */
interface Lookup<R> {
  readonly request: R
  readonly foreach?: ForeachPlan
  readonly given: LookupPlan["given"]
  readonly result: Expression
  /** What it finds. */
  readonly shape: Shape
}

/** Plans one look-up: its request, once for each item of a list or once, and what it finds. */
export function planLookup<R>(options: LookupOf<R>): Planned<Lookup<R>> {
  const { mapping, section, path, input, answer, isOptional = false } = options
  const scope = inputScope(input, NO_LOOKUPS)
  const given = new Given(scope)
  return andThen(planForeach(mapping, section, path, scope, "as"), (each) => {
    const own = new Map([["input", scope.current]])
    const variables = each ? new Map(own).set(each.key, each.item) : own
    const request = options.planRequest({ scope, variables, each, onNullish: given.take })
    const ofAnswer: BareScope = {
      ...scope,
      purpose: "output",
      current: answer,
      variables: options.readsItem ? variables : own,
    }
    const result =
      options.planResult?.(ofAnswer) ??
      mapping.compileResult(section.result, [...path, "result"], ofAnswer)
    return made(both(request, result), ([request, { expression, shape }]) => {
      const one = present(shape)
      return {
        request,
        ...(each && { foreach: each.plan }),
        given: given.plan(),
        result: expression,
        shape: given.found(each === undefined && isOptional ? unionOf(one, NULL) : one, each),
      }
    })
  })
}
