import { build, type Expression } from "../path/index.js"
import type { CapabilityPlan, RestLookupPlan, RulePlan } from "./capability-plan.js"

/**
 * The rule that sends a call which shares no documents over REST, if REST takes one request, and GraphQL a lookup and
 * a mutation. The card's order holds in a chain, where lookups and mutations of all steps share documents, and for
 * calls with a key, which need the lookups anyway.
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

/** An optional input without which a lookup is skipped. */
function skippedWithout(
  { foreach, given, needs }: RestLookupPlan,
  required: readonly string[],
): string | undefined {
  const read = [...(foreach ? [foreach.expression] : []), ...given.map((one) => one.expression)]
  const inputs = [...needs, ...read.flatMap((one) => inputOf(one) ?? [])]
  return inputs.find((name) => !required.includes(name))
}

/** The name of the input that an expression consists of. */
function inputOf(expression: Expression): string | undefined {
  if (expression.kind !== "property" || expression.of.kind !== "name") return undefined
  return expression.of.name === "input" ? expression.name : undefined
}
