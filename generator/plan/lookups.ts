import type { LookupSection } from "../parse/index.js"
import { build, type Value } from "../path/index.js"
import { type Field, NOTHING, type ObjectShape, present, type Shape } from "../shape/index.js"
import type { LookupPlan } from "./capability-plan.js"
import { planForeach } from "./foreach.js"
import { Given } from "./given.js"
import type { Mapping } from "./mapping.js"
import type { Operations } from "./operations.js"
import { all, andThen, both, made, type Planned } from "./planned.js"
import { inputScope, planVariables } from "./variables.js"

const NO_LOOKUPS: ObjectShape = { kind: "object", fields: {}, name: "$lookups" }

/** The look-ups of a route, and what `$lookups` holds whether or not they could be planned. */
export interface PlannedLookups {
  readonly plans: Planned<LookupPlan[]>
  readonly shape: ObjectShape
}

/** Plans the look-ups of a card. Their values are what `$lookups` holds. */
export function planLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, LookupSection>>,
  input: Shape,
  operations: Operations,
): PlannedLookups {
  const plans = Object.entries(sections).map(
    ([key, section]) => [key, planLookup(mapping, key, section, input, operations)] as const,
  )
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

function planLookup(
  mapping: Mapping,
  key: string,
  section: LookupSection,
  input: Shape,
  operations: Operations,
): Planned<LookupPlan> {
  const path = ["graphql", "lookups", key]
  const { operation } = operations.of(section)
  const scope = inputScope(input, NO_LOOKUPS)
  const given = new Given(scope)
  return andThen(planForeach(mapping, section, path, scope, "as"), (each) => {
    const variables = planVariables({
      mapping,
      operation,
      section: section.variables ?? {},
      path: section.variables === undefined ? path : [...path, "variables"],
      scope,
      ...(each && {
        provided: { name: each.key, value: each.item, path: [...path, "foreach"] },
      }),
      onNullish: given.take,
    })
    const data: Value = { expression: build.reference("data"), shape: operation.data }
    const result = mapping.compileResult(section.result, [...path, "result"], {
      ...scope,
      purpose: "output",
      current: data,
      variables: new Map([["input", scope.current]]),
    })
    return made(both(variables, result), ([variables, result]) => ({
      key,
      operation,
      subject: subjectOf(section.result),
      shape: given.found(present(result.shape), each),
      ...(each && { foreach: each.plan }),
      variables,
      given: given.plan(),
      result: result.expression,
    }))
  })
}

/** `repository.label.id` finds a `label`. */
function subjectOf(result: string): string {
  const names = result.match(/[A-Za-z_]\w*/g) ?? []
  const last = names.at(-1) === "id" ? names.at(-2) : names.at(-1)
  return (last ?? "value").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
}
