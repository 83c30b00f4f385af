import type { ResultEnvelope, RouteType } from "../envelope/index.js"
import { deadline, type Scope, type Wait } from "../timing/index.js"

/** How to run one step. */
export interface RunOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal
  /** Time limit of the whole call, lookups included; the client's `timeout_ms` limits each request. */
  timeout_ms?: number
  /** Record every attempt in `meta.attempts`. */
  trace?: boolean
  /** Force this route, without fallback. */
  route?: RouteType
  /**
   * Called with the result of a call that `signal` has ended, before it rejects: `error.details.outcome` of
   * a write is `unknown` if it may have been applied, and `not_sent` if it was not sent.
   */
  onAborted?(envelope: ResultEnvelope<unknown>): void
  /**
   * Called before each pause of a capability that polls GitHub, such as `workflow.run.wait`. An exception in it
   * becomes a warning.
   */
  onWait?(wait: Wait): void
}

/**
 * Runs `work` within a caller's signal and time limit.
 *
 * Only the caller's own abort rejects, with what `aborted` makes of it; a result that arrives
 * nevertheless is still returned.
 */
export async function withinScope<R>(
  { signal, timeout_ms, onWait }: Pick<RunOptions, "signal" | "timeout_ms" | "onWait">,
  work: (scope: Scope) => Promise<R>,
  succeeded: (result: R) => boolean,
  aborted: (result: R, reason: unknown) => unknown = (_, reason) => reason,
): Promise<R> {
  if (signal?.aborted) throw signal.reason
  const started = performance.now()
  // Creating a signal costs more than the rest of a call, so it is created only if needed.
  const limit = signal || timeout_ms !== undefined ? deadline(signal, timeout_ms) : undefined
  try {
    const sent = { requests: 0, points: 0 }
    const result = await work({
      signal: limit?.signal,
      started,
      sent,
      ends: started + (timeout_ms ?? Infinity),
      ...(onWait && { onWait }),
    })
    if (signal?.aborted && !succeeded(result)) throw aborted(result, signal.reason)
    return result
  } finally {
    limit?.clear()
  }
}
