import type { ResultError } from "../envelope/index.js"
import { type FailedCapability, permanent, toResultError } from "../errors/index.js"

/** The error of a step that would destroy what another step or a plan names, without asking anybody. */
export function unconfirmed(definition: FailedCapability & { readonly id: string }): ResultError {
  const message = `${definition.id} is destructive and the client has no \`confirm\``
  const details = { guard: "confirm", fix: "Pass `confirm` to the client" }
  return toResultError(permanent("AUTH", "not_sent", message, details), definition)
}
