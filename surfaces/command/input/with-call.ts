import type { ResultError } from "../../../runtime/index.js"
import { contractOf } from "./contract-of.js"

/**
 * Adds the signature of the capability, or of the most similar one, to the error of an invalid call, so that a wrong
 * guess needs no second lookup.
 */
export async function withCall(error: ResultError, id: unknown): Promise<ResultError> {
  const { code, details = {} } = error
  if (code !== "VALIDATION" || details.fix !== undefined) return error
  const isOfInput = details.issues?.some(({ pointer }) => !pointer.startsWith("/fields"))
  const meant = details.candidates ?? (isOfInput ? [id] : [])
  if (meant.length === 0) return error
  const { callOf } = await import("./signature.js")
  const contracts = await Promise.all(meant.map(contractOf))
  const calls = contracts.flatMap((one) => (one ? [callOf(one)] : []))
  if (calls.length === 0) return error
  return { ...error, details: { ...details, fix: `Call ${calls.join(" or ")}` } }
}
