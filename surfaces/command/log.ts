/** `GHX_LOG=debug`: writes events to stderr, one JSON object per line. Loaded if it is set. */
import type { InterceptedCall, Interceptor, ResultEnvelope } from "../../runtime/index.js"
import { UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/**
 * Logs the beginning and end of every call. Inputs, results and error messages may be confidential, so only
 * the code of an error is logged.
 */
export function logging(level: string, { stderr }: Terminal): Interceptor {
  if (level !== "debug") throw new UsageError(`GHX_LOG takes debug, not ${level}`)
  let calls = 0
  return (next) => async (call) => {
    calls += 1
    const [number, begun] = [calls, performance.now()]
    const log = (event: string, more: object) => {
      const at = new Date().toISOString()
      const { capability_id: capability } = call
      stderr.write(`${JSON.stringify({ at, event, call: number, capability, ...more })}\n`)
    }
    const { effect, host, in_chain } = call
    log("call_started", { effect, host, in_chain })
    const finished = (more: object) => {
      const duration_ms = Math.round((performance.now() - begun) * 10) / 10
      const aborted = call.signal?.aborted && { aborted: true }
      log("call_finished", { ...more, ...aborted, duration_ms, requests: call.sent.requests })
    }
    try {
      const outcome = await next(call)
      finished(whatCameOf(outcome, call))
      return outcome
    } catch (error) {
      finished({ ok: false })
      throw error
    }
  }
}

function whatCameOf({ ok, error, meta }: ResultEnvelope<unknown>, { effect }: InterceptedCall) {
  const { route_used: route = null, attempts = [] } = meta
  const retries = attempts.flatMap((one) => one.retries ?? []).length
  const outcome = effect !== "read" && { outcome: error?.details?.outcome }
  return { ok, ...(error && { code: error.code, ...outcome }), route, retries }
}
