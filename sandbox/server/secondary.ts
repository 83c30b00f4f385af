import { Kind, type OperationDefinitionNode, parse } from "graphql"
import { type Answer, type Demand, failure } from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"

/** The cost of a request against the secondary limits: GitHub charges five points for a potential write. */
export function demandOf({ method, body }: LoggedRequest, isGraphQL: boolean): Demand {
  if (!isGraphQL) {
    const writes = !["GET", "HEAD", "OPTIONS"].includes(method)
    return { channel: "rest", points: writes ? 5 : 1, creations: method === "POST" ? 1 : 0 }
  }
  const mutation = mutationIn(Object(body).query)
  if (!mutation) return { channel: "graphql", points: 1, creations: 0 }
  const created = mutation.selectionSet.selections.filter(
    (one) => one.kind === Kind.FIELD && /^(?:add|create|submit)[A-Z]/.test(one.name.value),
  )
  return { channel: "graphql", points: 5, creations: created.length }
}

function mutationIn(query: unknown): OperationDefinitionNode | undefined {
  if (typeof query !== "string" || !query.includes("mutation")) return undefined
  try {
    return parse(query, { noLocation: true }).definitions.find(
      (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === "mutation",
    ) as OperationDefinitionNode | undefined
  } catch {
    // An invalid document is refused elsewhere.
    return undefined
  }
}

export function secondarilyLimited(retry_after_ms: number): Answer {
  const { headers, ...refused } = failure(
    403,
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
  )
  const seconds = Math.max(1, Math.ceil(retry_after_ms / 1000))
  return { ...refused, headers: { ...headers, "retry-after": String(seconds) } }
}
