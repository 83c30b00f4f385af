import type { ResultEnvelope, ResultError } from "../envelope/index.js"
import type { InterceptedCall } from "./interceptor.js"

/**
 * What an interceptor gives in place of calling `next`: nothing of the call is sent. Its error is `AUTH`
 * with `details.guard`, as that of every other guard, unless something else is said.
 *
 * @param why - a sentence, or members of the error: `{ message, code, retryable, details: { fix } }`
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
