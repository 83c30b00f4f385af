import type { SecondaryLimits } from "../public/index.js"

/** The cost of one request against the secondary limits. */
export interface Demand {
  readonly channel: "graphql" | "rest"
  readonly points: number
  /** Number of objects that it creates. */
  readonly creations: number
}

export interface SecondaryLimiter {
  /** Admits a request of an account; otherwise returns after how many milliseconds to retry. */
  enter(
    account: string | number,
    demand: Demand,
  ): { readonly leave: () => void } | { readonly retry_after_ms: number }
}

export const DEFAULT_SECONDARY_LIMITS: Required<SecondaryLimits> = {
  graphql_points: 2000,
  rest_points: 900,
  creations: 80,
  creations_hour: 500,
  concurrency: 100,
  minute_ms: 60_000,
  hour_ms: 3_600_000,
}

/**
 * GitHub's secondary limits, exact over any period:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 *
 * @param now - milliseconds
 */
export function createSecondaryLimiter(
  given: SecondaryLimits,
  now: () => number,
): SecondaryLimiter {
  const limits = { ...DEFAULT_SECONDARY_LIMITS, ...given }
  const { minute_ms, hour_ms, concurrency } = limits
  const limitsBy = {
    graphql: { ms: minute_ms, limit: limits.graphql_points },
    rest: { ms: minute_ms, limit: limits.rest_points },
    creations: { ms: minute_ms, limit: limits.creations },
    creations_hour: { ms: hour_ms, limit: limits.creations_hour },
  }
  const used = new Map<string, Window>()
  const inside = new Map<string | number, number>()
  return {
    enter(account, { channel, points, creations }) {
      const time = now()
      const counted = [
        { name: channel, points },
        { name: "creations" as const, points: creations },
        { name: "creations_hour" as const, points: creations },
      ]
        .filter(({ points }) => points > 0)
        .map(({ name, points }) => {
          const key = `${account} ${name}`
          const window = used.get(key) ?? new Window()
          used.set(key, window)
          return { window, points, wait: window.wait(time, points, limitsBy[name]) }
        })
      const wait = Math.max(0, ...counted.map(({ wait }) => wait))
      if (wait > 0) return { retry_after_ms: wait }
      const under_way = inside.get(account) ?? 0
      if (under_way >= concurrency) return { retry_after_ms: minute_ms }
      for (const { window, points } of counted) window.add(time, points)
      inside.set(account, under_way + 1)
      return {
        leave: () => void inside.set(account, Math.max(0, (inside.get(account) ?? 0) - 1)),
      }
    },
  }
}

/** The points of the requests of a period. */
class Window {
  #entries: { readonly at: number; readonly points: number }[] = []
  #first = 0
  #sum = 0

  add(at: number, points: number): void {
    this.#entries.push({ at, points })
    this.#sum += points
  }

  /** Milliseconds until the points fit into the window. */
  wait(time: number, points: number, { ms, limit }: { ms: number; limit: number }): number {
    for (let one = this.#entries[this.#first]; one && one.at <= time - ms; ) {
      this.#sum -= one.points
      this.#first += 1
      one = this.#entries[this.#first]
    }
    if (this.#first > 1000) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
    let over = this.#sum + points - limit
    if (over <= 0) return 0
    for (const { at, points } of this.#entries.slice(this.#first)) {
      over -= points
      if (over <= 0) return at + ms - time
    }
    return ms
  }
}
