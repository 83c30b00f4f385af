import type { Failure } from "../../errors/index.js"
import type { Definition } from "./definition.js"

/**
 * Something failed after another write of the same call took place: a second write, or reading the result. It may
 * only be retried if repeating is harmless.
 */
export function partlyApplied(
  failure: Failure,
  { idempotent }: Definition,
  anotherWrite: boolean,
): Failure {
  const done = anotherWrite ? "part of the call" : "the write"
  return {
    ...failure,
    message: `GitHub applied ${done}, but then failed: ${failure.message}`,
    transient: failure.transient && idempotent,
    outcome: "unknown",
    details: {
      ...failure.details,
      applied: true,
      fix: "Read the object to see its state before you repeat the call",
    },
  }
}
