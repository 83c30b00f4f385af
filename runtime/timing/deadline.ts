import { reasonOf } from "../errors/index.js"
import { onAbort } from "./abort.js"

/** A signal that ends with `parent` or after `timeout_ms`, and the way to stop watching both. */
export interface Deadline {
  readonly signal: AbortSignal
  clear(): void
}

/** A longer delay makes timers fire at once. */
export const longestTimer = 2 ** 31 - 1

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

/** Throws where a time limit is no positive number: a typing error must not mean "at once". */
export function checkTimeout(timeout_ms: number | undefined): void {
  if (timeout_ms !== undefined && !(timeout_ms > 0)) {
    throw new RangeError(`timeout_ms must be a positive number of milliseconds, not ${timeout_ms}`)
  }
}
