import type { Failure } from "../errors/index.js"
import { amount, count, withDefaults } from "../input/index.js"
import { longestTimer, onAbort, rounded } from "./deadline.js"
import type { Scope } from "./scope.js"

export interface RetryOptions {
  /** Maximum number of attempts per request, 3 by default. */
  attempts?: number
  /** No attempt begins later than this after the first one, 10,000 by default. */
  total_ms?: number
  /** Longest wait before the second attempt; it doubles with each further one. 500 by default. */
  backoff_ms?: number
}

export type RetryPolicy = Readonly<Required<RetryOptions>>

const defaults: RetryPolicy = { attempts: 3, total_ms: 10_000, backoff_ms: 500 }

/** The policy for a client's option; `false` means a single attempt. */
export function retryPolicy(retry: RetryOptions | false = {}): RetryPolicy {
  const known = { attempts: count, total_ms: amount, backoff_ms: amount } as const
  return withDefaults<RetryPolicy>("`retry`", retry || { attempts: 1 }, known, defaults)
}

export interface Repetition {
  readonly policy: RetryPolicy
  /** The scope whose signal ends the wait, and which is notified of each retry. */
  readonly scope: Pick<Scope, "signal" | "retried">
  /** Whether repeating the work is harmless even if it was done: a read, or an idempotent write. */
  readonly repeatable: boolean
}

export interface Tried<R> {
  readonly result: R
  /** Set if the outcome of an earlier attempt is unknown, whatever the last attempt returned. */
  readonly uncertain: boolean
}

/**
 * Repeats work until it succeeds, fails permanently, or the budget is spent.
 *
 * If GitHub asks for a wait that exceeds the budget, the attempts end immediately; a shorter wait is honoured in
 * full. A write that may have been applied is only repeated if it is `repeatable`.
 */
export async function retrying<R>(
  once: () => Promise<R>,
  failureOf: (result: R) => Failure | undefined,
  { policy, scope, repeatable }: Repetition,
): Promise<Tried<R>> {
  const begun = performance.now()
  const { signal } = scope
  let result = await once()
  let failure = failureOf(result)
  if (!failure) return { result, uncertain: false }

  let uncertain = false
  for (let tries = 1; tries < policy.attempts; tries += 1) {
    if (!failure?.transient || signal?.aborted) break
    if (failure.outcome === "unknown" && !repeatable) break
    const wait = waitBefore(tries, failure, policy)
    if (wait > longestTimer || performance.now() - begun + wait > policy.total_ms) break
    uncertain ||= failure.outcome === "unknown"
    await sleep(wait, signal)
    if (signal?.aborted) break
    scope.retried?.({ error_code: failure.code, waited_ms: rounded(wait) })
    result = await once()
    failure = failureOf(result)
  }
  return { result, uncertain }
}

/** Full jitter, so that callers that failed together do not retry together. */
function waitBefore(tries: number, failure: Failure, { backoff_ms }: RetryPolicy): number {
  const asked = failure.details?.retry_after_ms ?? 0
  return asked + Math.random() * backoff_ms * 2 ** (tries - 1)
}

/** Resolves after some milliseconds, or as soon as the signal aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      unfollow()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const unfollow = onAbort(signal, done)
  })
}
