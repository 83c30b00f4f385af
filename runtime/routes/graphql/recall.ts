import { type Identities, identityKey } from "../../graphql/index.js"
import type { LookingCall } from "../route/index.js"

/** GitHub never assigns a number again; the time only limits how long a reused repository name misleads. */
const DEFAULT_TTL_MS = 300_000

/**
 * The answers to a call's lookups that its client remembers. What cannot be taken back is looked up, and so
 * is what a key proves to be applied once.
 */
export function recallFor({
  definition: { effect, key },
  client: { identities },
}: Pick<LookingCall, "definition" | "client">) {
  return (lookup: string, variables: object): object | undefined =>
    identities && effect !== "destroy" && key === undefined
      ? recall(identities, lookup, variables)
      : undefined
}

function recall(
  { known, ttl_ms = DEFAULT_TTL_MS }: Identities,
  lookup: string,
  variables: object,
): object | undefined {
  // A name, such as a label's, can be given to something else.
  if (!Object.values(variables).some((value) => typeof value === "number")) return undefined
  const one = known.get(identityKey(lookup, variables))
  return one && performance.now() - one.at < ttl_ms ? one.data : undefined
}
