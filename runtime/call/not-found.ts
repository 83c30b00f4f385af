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
