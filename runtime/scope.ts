import type { RetryMeta } from "./envelope.js"
import { reasonOf } from "./errors/index.js"

/** What a call or a chain has sent so far. */
export interface Sent {
  /** HTTP requests. */
  requests: number
  /** What they count against GitHub's limit of points a minute. */
  points: number
}

/** What one call or one chain shares over all its HTTP requests. */
export interface Scope {
  /** Ends the call: aborted by the caller or by the call's own time limit; absent without both. */
  readonly signal: AbortSignal | undefined
  /** When the call began, as `performance.now()` tells it. */
  readonly started: number
  readonly sent: Sent
  /** Told of every request that is sent again. */
  retried?(retry: RetryMeta): void
}

/** A signal that ends with `parent` or after `timeout_ms`, and the way to stop watching both. */
export interface Deadline {
  readonly signal: AbortSignal
  clear(): void
}

/** A longer delay makes timers fire at once. */
export const longestTimer = 2 ** 31 - 1

const followed = new WeakMap<AbortSignal, { all: Set<() => void>; tell: () => void }>()

/**
 * Calls `follower` when the signal aborts, and gives the way to stop waiting for it. However many
 * calls share a signal it has one listener: Node takes more than ten for a leak, and says so.
 */
export function onAbort(signal: AbortSignal | undefined, follower: () => void): () => void {
  if (!signal) return () => undefined
  const { all, tell } = followed.get(signal) ?? follow(signal)
  // A function of its own: the same one may be given twice.
  const own = () => follower()
  all.add(own)
  return () => {
    if (!all.delete(own) || all.size > 0) return
    followed.delete(signal)
    signal.removeEventListener("abort", tell)
  }
}

function follow(signal: AbortSignal) {
  const all = new Set<() => void>()
  const tell = () => {
    for (const each of [...all]) each()
  }
  const following = { all, tell }
  followed.set(signal, following)
  signal.addEventListener("abort", tell, { once: true })
  return following
}

/**
 * `AbortSignal.any` and `AbortSignal.timeout` would do, but nothing takes their timers and listeners
 * back when the work is done, and a caller's signal may live as long as the process.
 */
export function deadline(
  parent: AbortSignal | undefined,
  timeout_ms: number | undefined,
): Deadline {
  const controller = new AbortController()
  // Octokit writes a status into the reason of an aborted request: the caller's own stays as it is.
  const end = () => controller.abort(copyOf(parent?.reason))
  const expire = () =>
    controller.abort(new DOMException(`timed out after ${timeout_ms} ms`, "TimeoutError"))
  const timed = timeout_ms !== undefined && timeout_ms <= longestTimer
  const timer = timed ? setTimeout(expire, timeout_ms) : undefined
  if (parent?.aborted) end()
  const unfollow = onAbort(parent, end)
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      unfollow()
    },
  }
}

function copyOf(reason: unknown): DOMException {
  const message = reasonOf(reason)
  try {
    return new DOMException(message, reason instanceof Error ? reason.name : "Error")
  } catch {
    return new DOMException(message, "Error")
  }
}

/** `work`, or a rejection with the signal's reason as soon as the signal aborts. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let unfollow: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else unfollow = onAbort(signal, stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    unfollow()
  }
}

/** Throws where a time limit is no positive number: a typing error must not mean "at once". */
export function checkTimeout(timeout_ms: number | undefined): void {
  if (timeout_ms !== undefined && !(timeout_ms > 0)) {
    throw new RangeError(`timeout_ms must be a positive number of milliseconds, not ${timeout_ms}`)
  }
}
