import { type Identities, identityKey } from "../../graphql/index.js"
import type { LookupCall } from "../route/index.js"

/**
 * GitHub never reuses a number, but a repository name can be reused. The time limit bounds how long such a name leads
 * to a wrong id.
 */
const DEFAULT_TTL_MS = 300_000

/**
 * The answers to a call's lookups that its client remembers. Calls that destroy something and calls with a key always
 * look up.
 */
export function recallFor({
  definition: { effect, key },
  client: { identities },
}: Pick<LookupCall, "definition" | "client">) {
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
  // A name, such as that of a label, can be given to another object, so only numbers are remembered.
  if (!Object.values(variables).some((value) => typeof value === "number")) return undefined
  const one = known.get(identityKey(lookup, variables))
  return one && performance.now() - one.at < ttl_ms ? one.data : undefined
}
