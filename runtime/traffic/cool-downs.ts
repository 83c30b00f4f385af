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
