import type { Failure } from "../errors/index.js"
import { listValues } from "../name-values.js"
import type { Definition } from "./route.js"

/** GitHub answered, and what the result is made of is not there. */
export function notFound(definition: Definition, input: unknown, result: string): Failure {
  const given = typeof input === "object" && input !== null ? listValues(input) : ""
  return {
    code: "NOT_FOUND",
    message: `${definition.id} found no \`${result}\`${given && ` for ${given}`}`,
    transient: false,
    outcome: "rejected",
  }
}

/** Look-ups that found nothing, and changed nothing: every name counts, once. */
export function nothingFound(
  lost: readonly { readonly name: string; readonly message: string }[],
): Failure | undefined {
  if (lost.length === 0) return undefined
  return {
    code: "NOT_FOUND",
    message: [...new Set(lost.map(({ message }) => message))].join(" "),
    transient: false,
    outcome: "not_sent",
    details: { missing: [...new Set(lost.map(({ name }) => name))] },
  }
}
