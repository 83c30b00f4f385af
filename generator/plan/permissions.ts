import type { Permissions } from "../../runtime/index.js"
import type { RestDescription, RestPermissions } from "../parse/index.js"
import { build, type Expression } from "../path/index.js"
import type { CapabilityPlan, RestLookupPlan, RestPlan, RulePlan } from "./capability-plan.js"

/**
 * The permissions that a token needs for all requests of a REST route, as far as GitHub's description
 * states them.
 */
export function permissionsOf(
  { lookups, endpoints }: RestPlan,
  { paths }: RestDescription,
): Permissions | undefined {
  const requests = [
    ...lookups.map(({ path }) => ({ method: "GET", path })),
    ...endpoints.map(({ facts }) => facts),
  ]
  const permissions = requests.flatMap(({ method, path }) => {
    // A part in brackets is omitted if its input is absent.
    const names = [path.replace(/\[[^\]]*\]/g, ""), path.replace(/[[\]]/g, "")]
    return names.flatMap((name) => paths[name]?.[method.toLowerCase()]?.permissions ?? [])
  })
  const scopes = distinct(permissions.flatMap(choicesOf))
  const isAsked = (one: readonly string[]) => scopes.some((other) => other.join() === one.join())
  const ofPrivate = distinct(
    permissions.flatMap(({ private_scopes: one }) => (one && !isAsked(one) ? [one] : [])),
  )
  const fine_grained = [...new Set(permissions.flatMap((one) => one.fine_grained ?? []))]
  if (scopes.length + ofPrivate.length + fine_grained.length === 0) return undefined
  return {
    ...(scopes.length > 0 && { scopes }),
    ...(ofPrivate.length > 0 && { private_scopes: ofPrivate }),
    ...(fine_grained.length > 0 && { fine_grained }),
  }
}

/** Lists of scopes; one scope of each list is needed. */
function choicesOf({ scopes = [], all }: RestPermissions): (readonly string[])[] {
  if (all) return scopes.map((one) => [one])
  return scopes.length > 0 ? [scopes] : []
}

function distinct(lists: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(lists.map((one) => [one.join(), one])).values()]
}

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
