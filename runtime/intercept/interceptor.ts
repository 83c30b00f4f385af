import type { Effect } from "../definition/index.js"
import type { ResultEnvelope, RouteType } from "../envelope/index.js"
import type { Sent } from "../timing/index.js"

/** A call that is valid and allowed, and about to be carried out. Nothing that is done to it changes what is sent. */
export interface InterceptedCall {
  readonly capability_id: string
  readonly effect: Effect
  /** Whether carrying it out twice is harmless. */
  readonly idempotent: boolean
  /** A copy of the validated input, defaults included. */
  readonly input: unknown
  /** The GitHub that it is for. */
  readonly host: string
  /** The only route that it may take, where the call says one. */
  readonly route: RouteType | undefined
  /** Aborts when the call is to end. */
  readonly signal: AbortSignal | undefined
  /** Whether it is a step of a chain. */
  readonly in_chain: boolean
  /** What has been sent by now: by the call, and of a step by its whole chain. */
  readonly sent: Readonly<Sent>
}

/** Carries out a call, and gives what came of it; `meta.attempts` is always there. */
export type Handler = (call: InterceptedCall) => Promise<ResultEnvelope<unknown>>

/**
 * What stands around every call of a client. The outer function is called once for each call; what is to
 * last longer belongs around it.
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

/** A copy of a client's option: what is added to the list later stands around no call. */
export function interceptorsOf(given: readonly Interceptor[] = []): readonly Interceptor[] {
  if (Array.isArray(given) && given.every((one) => typeof one === "function")) return given.slice()
  throw new TypeError("interceptors takes a list of functions")
}
