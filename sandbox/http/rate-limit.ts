import type { Account } from "../state/rows.js"

export interface RateLimitOptions {
  /** Points for each window; GitHub gives 5,000 an hour. */
  limit: number
  window_seconds: number
  /** `RATE_LIMIT` is how GitHub has spelt it since 2026; `RATE_LIMITED` before. */
  type: "RATE_LIMITED" | "RATE_LIMIT"
}

export const DEFAULT_RATE_LIMIT: RateLimitOptions = {
  limit: 5000,
  window_seconds: 3600,
  type: "RATE_LIMITED",
}

export interface RateLimitState {
  limit: number
  remaining: number
  used: number
  /** Seconds since 1970, as in the header. */
  reset: number
}

export interface RateLimiter {
  /** Takes the points unless too few are left. */
  spend: (account: Account, points: number) => boolean
  state: (account: Account) => RateLimitState
  /** What GitHub answers, with HTTP 200, when nothing is left. */
  refusal: (account: Account) => unknown
}

/**
 * GitHub's primary limit, by account. Windows follow the wall clock, because clients compare the
 * reset with theirs.
 */
export function createRateLimiter(options: RateLimitOptions, now: () => Date): RateLimiter {
  const windows = new Map<number, { used: number; reset: number }>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  const windowOf = (account: Account) => {
    const current = windows.get(account.id)
    if (current && current.reset > seconds()) return current
    const fresh = { used: 0, reset: seconds() + options.window_seconds }
    windows.set(account.id, fresh)
    return fresh
  }
  return {
    spend(account, points) {
      const current = windowOf(account)
      if (current.used + points > options.limit) {
        current.used = options.limit
        return false
      }
      current.used += points
      return true
    },
    state(account) {
      const { used, reset } = windowOf(account)
      return { limit: options.limit, remaining: options.limit - used, used, reset }
    },
    refusal: (account) =>
      options.type === "RATE_LIMITED"
        ? {
            errors: [
              {
                type: "RATE_LIMITED",
                message: `API rate limit exceeded for user ID ${account.id}.`,
              },
            ],
          }
        : {
            errors: [
              {
                type: "RATE_LIMIT",
                code: "graphql_rate_limit",
                message: `API rate limit already exceeded for user ID ${account.id}.`,
              },
            ],
          },
  }
}
