/** Writes that are decided by what their lookups find, such as upserts. */
import type { Lookup } from "../definition/index.js"
import type { Failure } from "../errors/index.js"
import type { DecidedAttempt, DecidedCall, DecidedWrites, WaitingCall } from "../routes/index.js"
import { monotonicNow, retrying, rounded } from "../timing/index.js"
import type { FeatureCode } from "./feature-code.js"
import { looksAfter, serialize, waitIfTimeAllows } from "./look-again.js"

export const decidedWrites: DecidedWrites = {
  feature: {
    name: "decided writes",
    // The requests of a write with a key wait for others once, so this is outside of `once`.
    rank: 30,
    load: async (): Promise<FeatureCode> => ({
      layer: (next) => (definition, input, callContext) => {
        const { id, graphql } = definition
        const lookups = Object.values(graphql?.lookups ?? {})
        const asked = lookups.map((one) => lookupRequest(one, input))
        const work = () => next(definition, input, callContext)
        return serialize(callContext, JSON.stringify([id, asked]), work)
      },
    }),
  },

  async attempt(call, attempt, chain) {
    const start = (earlier: Earlier) => attemptFromLookups(call, attempt, chain, earlier)
    let result = await start(undefined)
    let lost = lostWrite(result)
    const wasLost = lost !== undefined
    for (let sent = 1; lost && sent < call.client.retry.attempts; sent += 1) {
      const next = await lookAndSend(lost, { ...call, chain }, start)
      if (!next) break
      result = next
      lost = lostWrite(result)
    }
    if (!wasLost) return result
    if (result.ok) {
      const { data } = result
      // What the later look found is what the lost write has created.
      if (Object(data).created === false) Object.assign(Object(data), { created: true })
      return result
    }
    result.failure.outcome = "unknown"
    return { ...result, isLast: true }
  },
}

type Earlier = DecidedCall["earlier"]

/** Attempts a call, with retries that start from its lookups. They end with a lost write. */
async function attemptFromLookups<Call extends DecidedCall, Attempt extends DecidedAttempt>(
  call: Call,
  attempt: (call: Call) => Promise<Attempt>,
  chain: WaitingCall["chain"],
  lost: Earlier,
): Promise<Attempt> {
  let earlier = lost
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
      if (isOutdated) earlier = { written: decided.written, failure }
      return one
    },
    (one) => {
      if (one.ok || !one.decided || lostWrite(one)) return undefined
      return isOutdated ? { ...one.failure, transient: true } : one.failure
    },
    { policy: call.client.retry, scope: call.scope, repeatable: true },
  )
  if (result.ok) return result
  if (uncertain) result.failure.outcome = "unknown"
  return { ...result, isLast: (result.decided ?? earlier) !== undefined }
}

/** A write whose outcome is unknown, and which must not be sent twice. */
function lostWrite(one: DecidedAttempt): Earlier {
  if (one.ok || !one.decided || one.decided.isRepeatable) return undefined
  const { decided, failure } = one
  const isLost = failure.transient && failure.outcome === "unknown"
  return isLost ? { written: decided.written, failure } : undefined
}

/**
 * Looks for a lost write, and sends it again if no look finds it: one may miss a write that GitHub is still executing.
 * Undefined if there is no time.
 */
async function lookAndSend<Attempt extends DecidedAttempt>(
  lost: NonNullable<Earlier>,
  call: DecidedCall & Pick<WaitingCall, "chain">,
  start: (earlier: Earlier) => Promise<Attempt>,
): Promise<Attempt | undefined> {
  const { code, details } = lost.failure
  let asked = details?.retry_after_ms ?? 0
  for (const units of looksAfter) {
    const begun = monotonicNow()
    if (!(await waitIfTimeAllows(units, call, asked))) return undefined
    call.scope.retried?.({ error_code: code, waited_ms: rounded(monotonicNow() - begun) })
    asked = 0
    const isLastLook = units === looksAfter.at(-1)
    const seen = await start(isLastLook ? undefined : lost)
    if (isLastLook || seen.ok || seen.decided || !seen.failure.transient) return seen
  }
  return undefined
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
