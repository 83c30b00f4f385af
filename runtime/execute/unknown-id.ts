import type { ResultError } from "../envelope.js"
import { redact } from "../errors/index.js"

/** The error for an id that names no capability, with the ids that were probably meant. */
export async function unknownId(id: string, ids: readonly string[]): Promise<ResultError> {
  const { nearNames } = await import("../near.js")
  const candidates = nearNames(id, ids)
  const hint = candidates.length > 0 ? `, did you mean ${candidates.join(" or ")}?` : ""
  return {
    code: "VALIDATION",
    message: `There is no capability ${redact(JSON.stringify(id))}${hint}`,
    retryable: false,
    details: { ...(candidates.length > 0 && { candidates }), outcome: "not_sent" },
  }
}
