/** Why nothing is sent for a while: a rate limit, or a channel that does not answer. */
import type { Failure } from "../errors/index.js"

/**
 * GitHub counts primary limits by resource (`core`, `graphql`, `search`, …), named in
 * `x-ratelimit-resource`; all other limits apply to the whole token.
 */
export type Resource = string

/** The rate limits that are in force for one token at one GitHub. */
export interface CoolDowns {
  /** Starts a limit that GitHub reported, for one resource or for everything. */
  begin(failure: Failure, resource: Resource | undefined): void
  /** The reason why a request against `resource` has to wait; undefined if it need not. */
  reason(resource: Resource | undefined): Failure | undefined
}

// GitHub's longest window is an hour. The limit keeps a wrong clock or a broken proxy from blocking a client
// forever.
const longest_ms = 3_600_000

interface CoolDown {
  readonly until: number
  readonly failure: Failure
}

export function coolDowns(): CoolDowns {
  const everything = "*"
  const running = new Map<Resource, CoolDown>()

  const remaining = (resource: Resource): Failure | undefined => {
    const found = running.get(resource)
    if (!found) return undefined
    const left = Math.ceil(found.until - performance.now())
    if (left > 0) return failureDuringCoolDown(found.failure, left)
    running.delete(resource)
    return undefined
  }

  return {
    begin(failure, resource = everything) {
      const asked = failure.details?.retry_after_ms ?? 0
      const until = performance.now() + Math.min(asked, longest_ms)
      const before = running.get(resource)
      if (!before || before.until < until) running.set(resource, { until, failure })
    },
    reason: (resource) =>
      remaining(everything) ?? (resource === undefined ? undefined : remaining(resource)),
  }
}

function failureDuringCoolDown({ message, details }: Failure, left: number): Failure {
  return {
    code: "RATE_LIMIT",
    message: `Not sent: GitHub's rate limit is in force for another ${Math.ceil(left / 1000)} s: ${message}`,
    transient: true,
    outcome: "not_sent",
    details: { ...details, retry_after_ms: left },
  }
}

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
