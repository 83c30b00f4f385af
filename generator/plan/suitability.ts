import type { RouteType } from "../../runtime/index.js"
import type { Card, Suitability } from "../parse/index.js"
import { build } from "../path/index.js"
import { objectOf, type Shape, STRING } from "../shape/index.js"
import type { RulePlan } from "./capability-plan.js"
import { inputScope } from "./input-scope.js"
import type { Mapping } from "./mapping.js"
import { all, mapPlan, type Planned, planned } from "./planned.js"

/**
 * Plans the rules that prefer and exclude routes. An input that excludes a route need not be used by the route, which
 * never receives it.
 */
export function planSuitability(
  mappings: Readonly<Record<RouteType, Mapping>>,
  card: Card,
  input: Shape,
): Planned<RulePlan[]> {
  const rules = (card.routing.suitability ?? []).map((rule, index): Planned<RulePlan> => {
    const { predicate, reason, prefer, exclude } = rule
    const mapping = mappings[exclude ?? card.routing.preferred]
    const route = { ...(prefer && { prefer }), ...(exclude && { exclude }) }
    if (predicate === undefined) return planned({ ...route, reason })
    const at = ["routing", "suitability", index, "predicate"]
    const scope = {
      ...inputScope(input, objectOf({})),
      current: { expression: build.reference("call"), shape: rootOf(rule, input) },
      variables: new Map(),
    }
    const condition = mapping.compileCondition(predicate, at, scope, "the predicate")
    return mapPlan(condition, ({ expression }) => ({ ...route, reason, when: expression }))
  })
  return all(rules)
}

/** The subject of a predicate: the input, or the target of the call. */
function rootOf({ when }: Suitability, input: Shape): Shape {
  return objectOf(when === "params" ? { params: input } : { env: objectOf({ host: STRING }) })
}
