import type { SecondaryLimits } from "../public/index.js"
import type { Account } from "../tables/index.js"

export interface RateLimitOptions {
  /** Points per window, for GraphQL and REST separately; GitHub's limit is 5,000 per hour. */
  limit: number
  window_seconds: number
  /** REST searches per minute. */
  search_limit: number
  /** REST code searches per minute. */
  code_search_limit: number
  /** GitHub has used `RATE_LIMIT` since 2026, and `RATE_LIMITED` before. */
  type: "RATE_LIMITED" | "RATE_LIMIT"
  /** Not enforced if absent. */
  secondary?: SecondaryLimits
}

export const DEFAULT_RATE_LIMIT: RateLimitOptions = {
  limit: 5000,
  window_seconds: 3600,
  search_limit: 30,
  code_search_limit: 10,
  type: "RATE_LIMITED",
}

/** Resources with a limit of their own, by their name in `x-ratelimit-resource`. */
export type RateLimitResource = "core" | "graphql" | "search" | "code_search"

export interface RateLimitState {
  limit: number
  remaining: number
  used: number
  /** Seconds since 1970, as in the header. */
  reset: number
}

/** The account, or the address without a token, whose requests are counted together. */
export type Counted = { account: Pick<Account, "id"> } | { address: string }

export interface RateLimiter {
  /** Takes points; returns false if too few are left. */
  spend: (counted: Counted, resource: RateLimitResource, points: number) => boolean
  state: (counted: Counted, resource: RateLimitResource) => RateLimitState
  /** GraphQL's answer, with HTTP 200, when nothing remains. */
  refusal: (account: Pick<Account, "id">) => unknown
}

const SEARCH_WINDOW_SECONDS = 60

/** Limits without a token. */
const ANONYMOUS_LIMITS: Record<RateLimitResource, number> = {
  core: 60,
  graphql: 0,
  search: 10,
  code_search: 60,
}

/**
 * GitHub's primary limit, by account or by address. Windows follow the wall clock, because clients compare the
 * reset with theirs.
 */
export function createRateLimiter(options: RateLimitOptions, now: () => Date): RateLimiter {
  const budgets = {
    core: { limit: options.limit, seconds: options.window_seconds },
    graphql: { limit: options.limit, seconds: options.window_seconds },
    search: { limit: options.search_limit, seconds: SEARCH_WINDOW_SECONDS },
    code_search: { limit: options.code_search_limit, seconds: SEARCH_WINDOW_SECONDS },
  }
  const windows = new Map<string, { used: number; reset: number }>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  const limitOf = (counted: Counted, resource: RateLimitResource) =>
    "account" in counted ? budgets[resource].limit : ANONYMOUS_LIMITS[resource]
  const windowOf = (counted: Counted, resource: RateLimitResource) => {
    const who = "account" in counted ? counted.account.id : counted.address
    const key = `${who} ${resource}`
    const current = windows.get(key)
    if (current && current.reset > seconds()) return current
    const fresh = { used: 0, reset: seconds() + budgets[resource].seconds }
    windows.set(key, fresh)
    return fresh
  }
  return {
    spend(counted, resource, points) {
      const limit = limitOf(counted, resource)
      const current = windowOf(counted, resource)
      if (current.used + points > limit) {
        current.used = limit
        return false
      }
      current.used += points
      return true
    },
    state(counted, resource) {
      const limit = limitOf(counted, resource)
      const { used, reset } = windowOf(counted, resource)
      return { limit, remaining: limit - used, used, reset }
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
