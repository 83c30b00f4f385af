import type { Identities } from "../../graphql/index.js"
import type { LookingCall } from "../route/index.js"

/**
 * The ids that a call may take from earlier results. What cannot be taken back is looked up, and so is what a
 * key proves to be applied once.
 */
export function identitiesFor({
  definition: { effect, key },
  client,
}: Pick<LookingCall, "definition" | "client">): Identities | undefined {
  return effect === "destroy" || key !== undefined ? undefined : client.identities
}
