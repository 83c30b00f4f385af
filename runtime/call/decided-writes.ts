/** Writes that are decided by what their lookups find, such as upserts. */
import type { Lookup } from "../definition/index.js"
import type { Failure } from "../errors/index.js"
import type { DecidedWrites } from "../routes/index.js"
import { retrying } from "../timing/index.js"
import { serialize } from "./serialize.js"

export const decidedWrites: DecidedWrites = {
  serialized({ id, graphql }, input, callContext, work) {
    const lookups = Object.values(graphql?.lookups ?? {}).map((one) => lookupRequest(one, input))
    return serialize(callContext, JSON.stringify([id, lookups]), work)
  },

  async attempt(call, attempt, chain) {
    let earlier: typeof call.earlier
    let isOutdated = false
    const { result, uncertain } = await retrying(
      async () => {
        chain?.joinBatch()
        const one = await attempt(earlier ? { ...call, earlier } : call)
        if (one.ok) return one
        // Others are sent while this one waits.
        chain?.leaveBatch()
        if (!one.decided) return one
        const { decided, failure } = one
        isOutdated = failure !== earlier?.failure && refutesLookups(failure)
        // Another lookup may not show a write that GitHub is still executing.
        if (isOutdated || (failure.outcome === "unknown" && !decided.isRepeatable))
          earlier = { written: decided.written, failure }
        return one
      },
      (one) => {
        if (one.ok || !one.decided) return undefined
        return isOutdated ? { ...one.failure, transient: true } : one.failure
      },
      { policy: call.client.retry, scope: call.scope, repeatable: true },
    )
    if (result.ok) return result
    if (uncertain) result.failure.outcome = "unknown"
    return { ...result, isLast: (result.decided ?? earlier) !== undefined }
  },
}

/** Whether the object that a write was decided for has been created, changed or removed since the lookups. */
function refutesLookups({ code, outcome, isConflict }: Failure): boolean {
  return outcome === "rejected" && (code === "NOT_FOUND" || isConflict === true)
}

/** What a lookup asks for. Calls with equal lookups wait for one another. */
function lookupRequest({ variables, foreach, among }: Lookup<unknown>, input: unknown): unknown {
  const items = foreach ? (foreach(input) ?? []) : [undefined]
  const by = (among?.by ?? []).map((name) => Object(input)[name])
  return [items.map((item) => variables(input, item, undefined)), by]
}
