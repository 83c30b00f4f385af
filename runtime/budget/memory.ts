import {
  type BudgetObservation,
  type BudgetStore,
  batchShare,
  type Reservation,
  slowStart,
} from "./store.js"

interface Token {
  readonly logs: Map<string, { at: number; points: number }[]>
  readonly leases: Map<string, number>
  readonly primaries: Map<string, { limit: number; foreign: number; until: number }>
  paused_until: number
}

/**
 * Counts within one process: all clients that are given the same store share it.
 *
 * @param now Milliseconds of a clock that never goes back; a simulation gives its own.
 * @example
 * createGhx({ budget: { store: memoryBudget() } })
 */
export function memoryBudget(now: () => number = () => performance.now()): BudgetStore {
  const tokens = new Map<string, Token>()
  const tokenOf = (name: string): Token => {
    const known = tokens.get(name) ?? {
      logs: new Map(),
      leases: new Map(),
      primaries: new Map(),
      paused_until: Number.NEGATIVE_INFINITY,
    }
    tokens.set(name, known)
    return known
  }
  const logOf = ({ logs }: Token, name: string, ms: number) => {
    const log = logs.get(name) ?? []
    logs.set(name, log)
    const old = now() - ms
    const fresh = log.findIndex(({ at }) => at > old)
    log.splice(0, fresh < 0 ? log.length : fresh)
    return log
  }

  return {
    async reserve(name, { windows, concurrency, priority }, lease): Promise<Reservation> {
      const token = tokenOf(name)
      const { leases, primaries, paused_until } = token
      const time = now()
      if (paused_until > time) return { ok: false, window: "pause", wait_ms: paused_until - time }
      let refused: { window: string; wait_ms: number } | undefined
      for (const { name: window, ms, limit: usual, points, resource } of windows) {
        const found = resource === undefined ? undefined : primaries.get(resource)
        const primary = found && found.until > time ? found : undefined
        const share = priority === "batch" ? batchShare : 1
        const limit = Math.floor((primary?.limit ?? usual) * share)
        if (points > limit) return { ok: false, window }
        const log = logOf(token, window, ms)
        const own = log.reduce((sum, one) => sum + one.points, 0)
        let over = own + (primary?.foreign ?? 0) + points - limit
        if (over <= 0) continue
        let wait_ms = primary ? primary.until - time : ms
        for (const one of log) {
          over -= one.points
          if (over > 0) continue
          wait_ms = Math.min(wait_ms, one.at + ms - time)
          break
        }
        if (!refused || refused.wait_ms < wait_ms) refused = { window, wait_ms }
      }
      if (refused) return { ok: false, ...refused }
      for (const [id, until] of leases) if (until <= time) leases.delete(id)
      const most = slowStart(concurrency, time - paused_until)
      if (concurrency < 1) return { ok: false, window: "concurrency" }
      if (leases.size >= most) return { ok: false, window: "concurrency", wait_ms: 50 }
      for (const { name: window, ms, points } of windows) {
        if (points > 0) logOf(token, window, ms).push({ at: time, points })
      }
      leases.set(lease.id, time + lease.ms)
      return { ok: true }
    },

    async release(name, lease) {
      tokenOf(name).leases.delete(lease)
    },

    async observe(name, { pause_ms, primary }: BudgetObservation) {
      const token = tokenOf(name)
      const time = now()
      if (pause_ms !== undefined) token.paused_until = Math.max(token.paused_until, time + pause_ms)
      if (!primary) return
      const { resource, window, ms, limit, used, reset_ms } = primary
      const until = time + reset_ms
      const own = logOf(token, window, ms)
        .filter(({ at }) => at > until - ms)
        .reduce((sum, { points }) => sum + points, 0)
      token.primaries.set(resource, { limit, foreign: Math.max(0, used - own), until })
    },
  }
}
