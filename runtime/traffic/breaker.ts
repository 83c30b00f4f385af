import type { Failure } from "../errors/index.js"

/** Whether a channel to GitHub works, according to its latest results. */
export interface Breaker {
  /** Set after a failure until an answer arrives. Meanwhile requests are sent one at a time. */
  readonly suspicious: boolean
  /** The failure while nothing is sent; undefined if requests may be sent. */
  reason(): Failure | undefined
  failed(failure: Failure): void
  answered(): void
  /** Makes the next request a probe, without counting a failure. */
  suspect(): void
}

/** Number of consecutive failures after which nothing is sent for a while. */
const mostFailures = 5

// Longer than a call waits between attempts, so that calls fail at once instead of queueing.
const pause_ms = 15_000

export function breaker(name: string): Breaker {
  let failures = 0
  let suspected = false
  let open: { until: number; failure: Failure } | undefined

  return {
    get suspicious() {
      return suspected || failures > 0
    },
    reason() {
      const left = open ? Math.ceil(open.until - performance.now()) : 0
      return open && left > 0 ? failureWhileOpen(name, failures, open.failure, left) : undefined
    },
    failed(failure) {
      failures += 1
      if (failures >= mostFailures) open = { until: performance.now() + pause_ms, failure }
    },
    answered() {
      failures = 0
      suspected = false
      open = undefined
    },
    suspect() {
      suspected = true
    },
  }
}

function failureWhileOpen(
  name: string,
  failures: number,
  { code, message }: Failure,
  left: number,
): Failure {
  const seconds = Math.ceil(left / 1000)
  return {
    code,
    message: `Not sent: ${name} failed ${failures} times in a row, so nothing is sent there for another ${seconds} s; last: ${message}`,
    transient: true,
    outcome: "not_sent",
    details: { retry_after_ms: left },
  }
}
