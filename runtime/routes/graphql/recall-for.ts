import { recall } from "../../graphql/index.js"
import type { LookingCall } from "../route/index.js"

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
