import type { Effect } from "../../definition/index.js"
import type { ResultEnvelope, RouteType } from "../../envelope/index.js"
import type { Sent } from "../../timing/index.js"

/** A valid and allowed call before its execution. Changing this object does not change what is sent. */
export interface InterceptedCall {
  readonly capability_id: string
  readonly effect: Effect
  /** Whether running it twice has the same effect as running it once. */
  readonly idempotent: boolean
  /** A copy of the validated input, defaults included. Its members depend on `capability_id`. */
  readonly input: Readonly<Record<string, unknown>>
  /** The host of the GitHub that receives the call. */
  readonly host: string
  /** The only route that the call may take, if the caller chose one. */
  readonly route: RouteType | undefined
  /** Aborts when the call has to end. */
  readonly signal: AbortSignal | undefined
  /** Whether it is a step of a chain. */
  readonly in_chain: boolean
  /** Requests sent so far: by the call, or by the whole chain of a step. */
  readonly sent: Readonly<Sent>
}

/** Executes a call; its result always has `meta.attempts`. */
export type Handler = (call: InterceptedCall) => Promise<ResultEnvelope<unknown>>

/**
 * A function around every call of a client. The outer function is called once per call; state that lasts
 * longer belongs outside of it.
 *
 * @example
 * const timed: Interceptor = (next) => async (call) => {
 *   const begun = performance.now()
 *   const outcome = await next(call)
 *   console.log(call.capability_id, outcome.ok, performance.now() - begun)
 *   return outcome
 * }
 */
export type Interceptor = (next: Handler) => Handler
