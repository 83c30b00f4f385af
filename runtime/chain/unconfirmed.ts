import type { ResultError } from "../envelope/index.js"
import { type FailedCapability, permanent, toResultError } from "../errors/index.js"

/** The error of a destructive step whose target comes from another step or a plan, if the client has no `confirm`. */
export function unconfirmedError(
  definition: FailedCapability & { readonly id: string },
): ResultError {
  const message = `${definition.id} is destructive and the client has no \`confirm\``
  const details = { guard: "confirm", fix: "Pass `confirm` to the client" }
  return toResultError(permanent("AUTH", "not_sent", message, details), definition)
}
