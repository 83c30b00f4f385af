import type { Layer } from "../../call/index.js"
import type { Client, ClientFeature } from "../../client/index.js"
import type { ResultEnvelope, ResultError } from "../../envelope/index.js"
import type { InterceptedCall, Interceptor } from "./interceptor.js"

export type { Handler, InterceptedCall, Interceptor } from "./interceptor.js"

/** Outside of all other features: interceptors also see calls that a limit refuses, but no repeated requests. */
export function interceptors(given: readonly Interceptor[]): ClientFeature {
  if (!Array.isArray(given) || !given.every((one) => typeof one === "function"))
    throw new TypeError("interceptors takes a list of functions")
  // A copy: later additions to the caller's list have no effect.
  const own = given.slice()
  return {
    name: "interceptors",
    rank: 10,
    load: async () => ({
      layer: (await import("./intercept-layer.js")).interceptLayer(own),
    }),
  }
}

/** A write that was sent, or refused by a limit. */
export interface ObservedWrite {
  readonly capability_id: string
  readonly input: unknown
  readonly envelope: ResultEnvelope<unknown>
}

/** The client, with a function that is called with the result of each write. */
export function observeWrites(client: Client, observed: (write: ObservedWrite) => void): Client {
  const layer: Layer = (next) => async (definition, input, callContext) => {
    const envelope = await next(definition, input, callContext)
    const { id: capability_id, effect } = definition
    if (effect !== "read") observed({ capability_id, input, envelope })
    return envelope
  }
  // Outside of all others: a write that is repeated is one write.
  const feature: ClientFeature = { name: "observed writes", rank: 5, load: async () => ({ layer }) }
  return { ...client, features: [...client.features, feature] }
}

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
