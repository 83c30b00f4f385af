import type { ResultError } from "../envelope/index.js"
import { type FailedCapability, type Failure, permanent, toResultError } from "../errors/index.js"

/** The failure of a destructive call whose target comes from another step or a plan, if the client has no `confirm`. */
export function unconfirmed(id: string): Failure {
  const message = `${id} is destructive and the client has no \`confirm\``
  return permanent("AUTH", "not_sent", message, {
    guard: "confirm",
    fix: "Pass `confirm` to the client",
  })
}

export function unconfirmedError(
  definition: FailedCapability & { readonly id: string },
): ResultError {
  return toResultError(unconfirmed(definition.id), definition)
}
