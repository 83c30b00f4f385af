import type { ResultEnvelope, ResultError } from "../../envelope/index.js"
import type { InterceptedCall } from "./interceptor.js"

/**
 * The result of an interceptor that does not call `next`: nothing of the call is sent. The error is `AUTH`
 * with `details.guard`, like that of every guard, unless specified.
 *
 * @param why - a message, or members of the error: `{ message, code, retryable, details: { fix } }`
 */
export function refuse(
  { capability_id }: InterceptedCall,
  why: string | (Pick<ResultError, "message"> & Partial<ResultError>),
): ResultEnvelope<never> & { ok: false } {
  const given = typeof why === "string" ? { message: why } : why
  const details = { guard: "interceptors", ...given.details }
  const error: ResultError = { code: "AUTH", retryable: false, ...given, details }
  return { ok: false, error, meta: { capability_id } }
}
