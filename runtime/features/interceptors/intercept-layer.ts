/** Calls wrapped by users' interceptors. Loaded by the first call of a client that has interceptors. */
import type { CallContext, Layer } from "../../call/index.js"
import type { Scope } from "../../timing/index.js"
import { type Around, intercepted } from "./intercepted.js"
import type { Interceptor } from "./interceptor.js"

/** Executes a call within interceptors. */
export const interceptLayer =
  (interceptors: readonly Interceptor[]): Layer =>
  (next) =>
  async (definition, input, callContext) => {
    const { client, scope, options, chain } = callContext
    const { id, effect, idempotent } = definition
    const around: Around = {
      call: {
        capability_id: id,
        effect,
        idempotent,
        input: Object(input),
        host: client.endpoint.host,
        route: options.route,
        signal: scope.signal,
        in_chain: chain !== undefined,
        sent: scope.sent,
      },
      trace: options.trace === true,
      redact: client.redact,
    }
    const traced = { ...callContext, options: { ...options, trace: true } }
    const now = () => next(definition, input, traced)
    if (!chain) return intercepted(interceptors, around, now)
    return inChain(effect !== "read", scope, chain, (entering) =>
      intercepted(interceptors, around, () => entering(now)),
    )
  }

/** By chain: resolves when its last write has passed its interceptors, or has ended. */
const passed = new WeakMap<Scope, Promise<void>>()

/**
 * A step whose interceptors take longer than a moment leaves the batch, since an interceptor may wait for another
 * step to end. Writes pass their interceptors one after the other, so that they keep their order.
 */
async function inChain<T>(
  writes: boolean,
  scope: Scope,
  { leaveBatch, joinBatch }: NonNullable<CallContext["chain"]>,
  work: (entering: (now: () => Promise<T>) => Promise<T>) => Promise<T>,
): Promise<T> {
  let leaving = setTimeout(leaveBatch, 0)
  let pass = () => {}
  const before = writes ? passed.get(scope) : undefined
  if (writes) passed.set(scope, new Promise((resolve) => (pass = resolve)))
  try {
    await before
    return await work(async (now) => {
      clearTimeout(leaving)
      joinBatch()
      pass()
      try {
        return await now()
      } finally {
        leaving = setTimeout(leaveBatch, 0)
      }
    })
  } finally {
    clearTimeout(leaving)
    pass()
  }
}
