import type { ResultError } from "../envelope.js"
import { redact } from "../errors/index.js"

/** The error for an id that names no capability, with the ids that were probably meant. */
export async function unknownId(id: unknown, ids: readonly string[]): Promise<ResultError> {
  const { nearNames } = await import("../near.js")
  const candidates = typeof id === "string" ? nearNames(id, ids) : []
  const hint = candidates.length > 0 ? `, did you mean ${candidates.join(" or ")}?` : ""
  const problem =
    typeof id === "string"
      ? `There is no capability ${redact(JSON.stringify(id))}${hint}`
      : `A capability is named by its id, such as "${ids[0]}", not by ${id === null ? "null" : typeof id}`
  return {
    code: "VALIDATION",
    message: problem,
    retryable: false,
    details: { ...(candidates.length > 0 && { candidates }), outcome: "not_sent" },
  }
}
