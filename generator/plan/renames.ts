import type { CapabilityPlan } from "./capability-plan.js"

/** Root fields that create, rename, move or delete repositories and their owners, or move issues. */
const MUTATIONS =
  /\b(?!(?:un)?archive)[a-z]\w*(?:Repository|Organization|Enterprise)\s*\(|\btransfer/

/** Endpoints with the same effects. */
const ENDPOINTS =
  /^\/orgs\/\{\w+\}$|^\/(?:user|orgs\/\{\w+\})\/repos$|^\/repos\/\{\w+\}\/\{\w+\}(?:\/(?:forks|generate|transfer))?$/

/**
 * Whether, after a write, the name of a repository or the number of an issue may belong to another object. Clients
 * then forget the ids that they remember.
 */
export function renames({
  effect,
  graphql,
  rest,
}: Pick<CapabilityPlan, "effect" | "graphql" | "rest">): boolean {
  const endpoints = rest?.endpoints ?? []
  return (
    effect !== "read" &&
    (MUTATIONS.test(graphql?.operation.text ?? "") ||
      endpoints.some(({ facts: { method, path } }) => method !== "GET" && ENDPOINTS.test(path)))
  )
}
