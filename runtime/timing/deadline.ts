import { reasonOf } from "../errors/index.js"

/** Milliseconds rounded to a tenth, for output. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}

const followed = new WeakMap<AbortSignal, { all: Set<() => void>; tell: () => void }>()

/**
 * Calls `follower` when the signal aborts; returns a function that stops waiting. All calls of a signal
 * share one listener, since Node warns about a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal | undefined, follower: () => void): () => void {
  if (!signal) return () => undefined
  const { all, tell } = followed.get(signal) ?? follow(signal)
  // A new function each time, since the same one may be passed twice.
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

/** A signal that ends with `parent` or after `timeout_ms`, and the way to stop watching both. */
export interface Deadline {
  readonly signal: AbortSignal
  /** `work`, or a rejection with the signal's reason as soon as it ends. For one piece of work. */
  race<T>(work: Promise<T>): Promise<T>
  clear(): void
}

/** A longer delay makes timers fire at once. */
export const longestTimer = 2 ** 31 - 1

/**
 * `left` returns the time left after the deadline.
 *
 * `AbortSignal.any` and `AbortSignal.timeout` would do, but their timers and listeners stay after the work
 * is done, and a caller's signal may live as long as the process.
 */
export function deadline(
  parent: AbortSignal | undefined,
  timeout_ms: number | undefined,
  left?: () => number,
): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  // A listener of the signal would do the same, and takes longer than the rest of it.
  let stop: ((reason: unknown) => void) | undefined
  const abort = (reason: DOMException) => {
    stop?.(reason)
    controller.abort(reason)
  }
  // Octokit writes a status into the reason of an aborted request, so it gets a copy of the caller's.
  const end = () => abort(copyOf(parent?.reason))
  const expire = () => {
    const more = left?.() ?? 0
    if (more > 0) timer = setTimeout(expire, more)
    else abort(new DOMException(`timed out after ${timeout_ms} ms`, "TimeoutError"))
  }
  const timed = timeout_ms !== undefined && timeout_ms <= longestTimer
  let timer = timed ? setTimeout(expire, timeout_ms) : undefined
  if (parent?.aborted) end()
  const unfollow = onAbort(parent, end)
  return {
    signal,
    race: (work) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        stop = reject
        work.then(resolve, reject)
      }),
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
