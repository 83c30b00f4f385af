import { build, type Expression } from "../path/index.js"
import type { CapabilityPlan, RestLookupPlan, RulePlan } from "./capability-plan.js"

/**
 * The rule by which a call that shares no documents goes over REST: where REST takes one request, and
 * GraphQL a lookup before its mutation. In a chain the lookups and mutations of all steps share documents,
 * and with a key the lookups are made anyway, so there the card's order holds.
 */
export function fewestRequests(
  plan: Pick<CapabilityPlan, "routes" | "graphql" | "rest" | "input">,
): RulePlan | undefined {
  const { routes, graphql, rest, input } = plan
  const [preferred] = routes
  const [endpoint, another] = rest?.endpoints ?? []
  if (preferred !== "graphql" || !routes.includes("rest") || !graphql || !rest || !endpoint)
    return undefined
  const isOne = !another && !endpoint.foreach && !endpoint.when && !endpoint.poll && !endpoint.paged
  const looksUp = graphql.lookups.some(
    ({ foreach, given, needs }) => !foreach && given.length === 0 && needs.length === 0,
  )
  if (!isOne || !looksUp) return undefined
  const skippers = rest.lookups.map((lookup) => skippedWithout(lookup, input.required ?? []))
  const inputs = skippers.flatMap((name) => name ?? [])
  if (inputs.length < skippers.length) return undefined
  const absent = [...new Set(inputs)].map((name) =>
    build.operation(build.reference("call", "params", name), "==", build.NULL_VALUE),
  )
  const [first, ...others] = absent
  return {
    prefer: "rest",
    alone: true,
    reason: "one request in place of two",
    ...(first && { when: others.reduce((all, one) => build.operation(all, "&&", one), first) }),
  }
}

/** An optional input without which a lookup sends nothing. */
function skippedWithout(
  { foreach, given, needs }: RestLookupPlan,
  required: readonly string[],
): string | undefined {
  const read = [...(foreach ? [foreach.expression] : []), ...given.map((one) => one.expression)]
  const inputs = [...needs, ...read.flatMap((one) => inputOf(one) ?? [])]
  return inputs.find((name) => !required.includes(name))
}

/** The name of the input that an expression is. */
function inputOf(expression: Expression): string | undefined {
  if (expression.kind !== "property" || expression.of.kind !== "name") return undefined
  return expression.of.name === "input" ? expression.name : undefined
}
