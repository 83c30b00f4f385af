/** What a client may do: `allow`, `deny`, `read_only`, `repos`, `limits`, `confirm`. */
import type { ClientFeature } from "../../client/index.js"
import { type GuardOptions, guardOf } from "./guard.js"

export { type CallLimits, type GuardOptions, guardOf, type WithPatterns } from "./guard.js"
export { isDestructive, mayDestroy } from "./is-destructive.js"
export { type CapabilityPattern, isOfOperations, matches, summandsOf } from "./pattern.js"
export { searchedRepositories } from "./searched-repositories.js"

/** Restricts a client. Calls that an interceptor refuses are not counted; calls that it starts again are. */
export function guards(options: GuardOptions): ClientFeature {
  const guard = guardOf(options)
  const { repos } = options
  return {
    name: "guards",
    rank: 20,
    // With `repos`, a redirect could lead to another repository, and so could a remembered number if the name of its
    // repository was reused.
    connect: () => ({ redirects: repos === undefined }),
    client: ({ identities }) => ({ guard, identities: repos ? undefined : identities }),
    ...(guard.bounds && { load: async () => (await loadBounds()).boundsCode }),
  }
}

/** Loaded by the first call of a client with bounds. */
const loadBounds = () => import("./bounds.js")

/** Loaded by the first call that a client with bounds records. */
export const loadAdmitLater = () => import("./admit-later.js")
