import { createRateLimiter, createSecondaryLimiter } from "../../../sandbox/http/index.js"
import type { VirtualClock } from "./virtual-clock.js"

/** The answer to one request: GitHub's headers, or the reason for its refusal. */
export interface Answer {
  readonly status: 200 | 401 | 403 | "not sent"
  readonly message?: string
  readonly headers: Readonly<Record<string, string>>
}

/** GitHub's limits under the virtual clock: those that the sandbox enforces, with one account per token. */
export function simulatedGithub(clock: VirtualClock, begun: number) {
  const date = () => new Date(begun + clock.now())
  const primary = createRateLimiter(
    {
      limit: 5_000,
      window_seconds: 3_600,
      search_limit: 30,
      code_search_limit: 10,
      type: "RATE_LIMITED",
    },
    date,
  )
  const secondary = createSecondaryLimiter({}, () => clock.now())
  const revoked = new Set<number>()
  return {
    revoke: (token: number) => void revoked.add(token),
    /** Executes a document with this many creating mutations. */
    async create(token: number, creations: number): Promise<Answer> {
      // The latency of the request, of GitHub, and of the answer.
      await clock.sleep(20 + clock.random() * 80)
      if (revoked.has(token)) return { status: 401, headers: {} }
      const entered = secondary.enter(token, { channel: "graphql", points: 5, creations })
      const counted = { account: { id: token } }
      const spent = "leave" in entered && primary.spend(counted, "graphql", 1)
      const { limit, remaining, reset } = primary.state(counted, "graphql")
      const headers = {
        date: date().toUTCString(),
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(remaining),
        "x-ratelimit-reset": String(reset),
        "x-ratelimit-resource": "graphql",
      }
      if (!("leave" in entered) || !spent) {
        const wait = "retry_after_ms" in entered ? entered.retry_after_ms : 60_000
        return {
          status: 403,
          headers: { ...headers, "retry-after": String(Math.ceil(wait / 1000)) },
        }
      }
      await clock.sleep(100 + clock.random() * 200)
      entered.leave()
      await clock.sleep(20 + clock.random() * 20)
      return { status: 200, headers }
    },
  }
}
