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
