/** The dependencies of output fields. */
import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { fieldNamesOf, itemSchemaOf } from "../../runtime/properties/index.js"
import type { CapabilityPlan, OutputPlan } from "./capability-plan.js"
import {
  type Dependencies,
  dependenciesOf,
  dependencyOn,
  memberOf,
  presenceOf,
  wholeOf,
} from "./dependencies.js"
import type { PlanContext } from "./route.js"
import type { MappingOf } from "./shape-mappings.js"

/**
 * The places that every result reads, and the places that each field of the output, or of its items, is made from.
 */
export interface Reads {
  readonly always: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, Dependencies>
}

/** The reads of each route of a capability, computed once. */
export type ReadsOf = (route: RouteType, output: OutputPlan) => Reads

export function readsOf(
  plan: Pick<CapabilityPlan, "isList" | "output">,
  { routes, shapes }: Pick<PlanContext, "routes" | "shapes">,
): ReadsOf {
  const known = new Map<RouteType, Reads>()
  const answerOf = (route: RouteType) => routes.find(({ type }) => type === route)?.answer ?? ""
  return (route, output) => {
    const reads = known.get(route) ?? readsBy(plan, output, answerOf(route), shapes.mappingOf)
    known.set(route, reads)
    return reads
  }
}

function readsBy(
  { isList, output }: Pick<CapabilityPlan, "isList" | "output">,
  { root, value, without }: OutputPlan,
  answer: string,
  mappingOf: MappingOf,
): Reads {
  const answered = new Map([[answer, dependencyOn("")]])
  const result = dependenciesOf(root.expression, answered, mappingOf)
  const whole = dependenciesOf(value, new Map(answered).set(root.name, result), mappingOf)
  const nothing = without ? wholeOf(dependenciesOf(without, answered, mappingOf)) : []
  const base = [...presenceOf(result), ...nothing, ...whole.by]
  const own = (schema: JsonSchema, made: Dependencies) =>
    new Map(fieldNamesOf(schema).map((name) => [name, memberOf(made, name)] as const))
  if (!isList) return { always: new Set(base), fields: own(output, whole) }
  const [items, count, info] = ["items", "total_count", "page_info"].map((name) =>
    memberOf(whole, name),
  )
  const page = [count, info].flatMap((one) => (one ? [...wholeOf(one)] : []))
  const always = new Set([...base, ...page, ...(items ? presenceOf(items) : [])])
  const item = itemSchemaOf(output) ?? {}
  return { always, fields: items ? own(item, items) : new Map() }
}
