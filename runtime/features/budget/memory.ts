import { monotonicNow } from "../../timing/index.js"
import { Log } from "./log.js"
import {
  type BudgetHistory,
  type BudgetLease,
  type BudgetObservation,
  type BudgetState,
  type BudgetStore,
  type BudgetWindow,
  forgotten_ms,
  type Priority,
  type Reservation,
  slowStart,
} from "./store.js"

interface Primary {
  readonly window: string
  readonly ms: number
  readonly limit: number
  readonly foreign: number
  readonly until: number
}

interface Waiter {
  readonly priority: Priority
  readonly window: string
  readonly requests: number
  readonly until: number
}

interface Token {
  readonly logs: Map<string, Log>
  /** Requests in flight, and when their leases end. */
  readonly leases: Map<string, number>
  readonly waiters: Map<string, Waiter>
  readonly primaries: Map<string, Primary>
  /** The latest report that a process has restored, by window. */
  readonly reports: Map<string, { readonly used: number; readonly at: number }>
  readonly born: number
  paused_until: number
}

/**
 * A store in the memory of one process. All clients that are given the same store share it.
 *
 * @param now Milliseconds of a monotonic clock; a simulation passes its own.
 * @example
 * createGhx({ budget: { store: memoryBudget() } })
 */
export function memoryBudget(now: () => number = monotonicNow): BudgetStore {
  return memoryStore(now)
}

interface MemoryStore extends BudgetStore {
  /** Releases the reservation of a request that was not sent. */
  withdraw(token: string, lease: BudgetLease): void
  /** Counts a reservation that another store has made. */
  note(token: string, windows: readonly BudgetWindow[], lease: BudgetLease): void
  /** Tokens used within the last two periods of a window. */
  tokens(): string[]
  /** The entries of the last two periods, and all entries since a time, without reports. */
  history(token: string, since: number): BudgetHistory
  /** Whether a request is in flight. */
  holds(token: string, lease: string): boolean
  /** The observed pause and primary limits, as of now. */
  observations(token: string): BudgetObservation[]
  /** Number of points that count now. */
  used(token: string, window: BudgetWindow): number
}

export function memoryStore(now: () => number): MemoryStore {
  const tokens = new Map<string, Token>()
  const isUsed = ({ logs, leases, paused_until }: Token) =>
    paused_until > now() ||
    [...leases.values()].some((until) => until > now()) ||
    [...logs.values()].some((log) => log.recent(now()).length > 0)
  // Tokens of Apps are renewed hourly.
  let most = 1000
  const tokenOf = (name: string): Token => {
    if (tokens.size >= most && !tokens.has(name)) {
      for (const [other, token] of tokens) if (!isUsed(token)) tokens.delete(other)
      most = Math.max(1000, 2 * tokens.size)
    }
    const known = tokens.get(name) ?? {
      logs: new Map(),
      leases: new Map(),
      waiters: new Map(),
      primaries: new Map(),
      reports: new Map(),
      born: now(),
      paused_until: Number.NEGATIVE_INFINITY,
    }
    tokens.set(name, known)
    return known
  }
  const logOf = ({ logs }: Token, name: string, ms: number): Log => {
    const log = logs.get(name) ?? new Log(ms)
    logs.set(name, log)
    log.forget(now())
    return log
  }
  const measured = (
    token: Token,
    { name, ms, limit: usual, resource, share = 1 }: BudgetWindow,
  ) => {
    const found = resource === undefined ? undefined : token.primaries.get(resource)
    const primary = found && found.until > now() ? found : undefined
    const limit = Math.floor((primary?.limit ?? usual) * share)
    const log = logOf(token, name, ms)
    return { log, limit, used: log.sum + (primary?.foreign ?? 0), primary }
  }

  const store: MemoryStore = {
    withdraw(name, { id }) {
      const { leases, logs } = tokenOf(name)
      for (const log of logs.values()) log.remove(id)
      leases.delete(id)
    },

    note(name, windows, lease) {
      const token = tokenOf(name)
      const time = now()
      for (const { name, ms, points } of windows) {
        const log = logOf(token, name, ms)
        if (points > 0) log.add({ id: lease.id, reserved: time, at: time, points })
      }
      token.leases.set(lease.id, time + lease.ms)
    },

    tokens: () => [...tokens].filter(([, token]) => isUsed(token)).map(([name]) => name),

    holds: (name, lease) => tokenOf(name).leases.has(lease),

    history(name, since) {
      const { logs, leases } = tokenOf(name)
      const time = now()
      const windows = [...logs].map(([name, log]) => {
        const recent = log.recent(time).filter(({ at }) => at >= since)
        const entries = recent.map(({ id, points, reserved, at }) => {
          return { lease: id, points, reserved_ago: time - reserved, counted_ago: time - at }
        })
        return { name, ms: log.ms, entries }
      })
      const open = [...leases].filter(([, until]) => until > time)
      return { windows, leases: open.map(([id, until]) => ({ id, ms: until - time })) }
    },

    observations(name) {
      const token = tokenOf(name)
      const time = now()
      const pause_ms = token.paused_until - time
      const known = [...token.primaries].filter(([, { until }]) => until > time)
      const primaries = known.map(([resource, { window, ms, limit, foreign, until }]) => {
        const used = foreign + logOf(token, window, ms).since(until - ms)
        return { primary: { resource, window, ms, limit, used, reset_ms: until - time } }
      })
      return pause_ms > 0 ? [{ pause_ms }, ...primaries] : primaries
    },

    used: (name, window) => logOf(tokenOf(name), window.name, window.ms).sum,

    async reserve(
      name,
      { windows, concurrency, priority, behind = 0 },
      lease,
    ): Promise<Reservation> {
      const token = tokenOf(name)
      const { leases, waiters, paused_until } = token
      const time = now()
      const epoch = token.born
      const refuse = (
        window: string,
        wait_ms?: number,
        left?: Readonly<Record<string, number>>,
      ): Reservation => {
        if (wait_ms === undefined) return { ok: false, window, epoch }
        const until = time + wait_ms + forgotten_ms
        waiters.set(lease.id, { priority, window, requests: 1 + behind, until })
        return { ok: false, window, wait_ms, ...(left && { left }), epoch }
      }
      if (paused_until > time) return refuse("pause", paused_until - time)
      const left: Record<string, number> = {}
      let longest: { window: string; wait_ms: number } | undefined
      for (const window of windows) {
        const { log, limit, used, primary } = measured(token, window)
        const { name: of, ms, points } = window
        left[of] = limit - used
        let wait_ms = 0
        if (points > limit) wait_ms = Number.POSITIVE_INFINITY
        else if (used + points > limit) {
          const freed = log.freed(used + points - limit)
          const reset = primary ? primary.until : time + ms
          wait_ms = Math.max(1, Math.min(reset, freed + ms) - time)
        }
        if (wait_ms > (longest?.wait_ms ?? 0)) longest = { window: of, wait_ms }
      }
      if (longest) {
        const { window, wait_ms } = longest
        return refuse(window, Number.isFinite(wait_ms) ? wait_ms : undefined, left)
      }
      if (concurrency < 1) return refuse("concurrency")
      for (const [id, until] of leases) if (until <= time) leases.delete(id)
      if (leases.size >= slowStart(concurrency, time - paused_until))
        return refuse("concurrency", 50, left)
      store.note(name, windows, lease)
      for (const { name, points } of windows) left[name] = (left[name] ?? 0) - points
      waiters.delete(lease.id)
      return { ok: true, left, epoch }
    },

    async release(name, { id }, windows = []) {
      const token = tokenOf(name)
      const { leases, waiters } = token
      for (const { name, ms } of windows) logOf(token, name, ms).renew(id, now())
      leases.delete(id)
      waiters.delete(id)
    },

    async observe(name, { pause_ms, primary }: BudgetObservation) {
      const token = tokenOf(name)
      const time = now()
      if (pause_ms !== undefined) token.paused_until = Math.max(token.paused_until, time + pause_ms)
      if (!primary) return
      const { resource, window, ms, limit, used, reset_ms } = primary
      const until = time + reset_ms
      const own = logOf(token, window, ms).since(until - ms)
      const foreign = Math.max(0, used - own)
      token.primaries.set(resource, { window, ms, limit, foreign, until })
    },

    async restore(name, { windows, leases }) {
      const token = tokenOf(name)
      const time = now()
      for (const { id, ms } of leases) {
        if (!token.leases.has(id)) token.leases.set(id, time + ms)
      }
      for (const { name, ms, entries, report } of windows) {
        const log = logOf(token, name, ms)
        log.restore(
          entries.map(({ lease, points, reserved_ago, counted_ago }) => {
            return { id: lease, points, reserved: time - reserved_ago, at: time - counted_ago }
          }),
        )
        const known = token.reports.get(name)
        const at = time - (report?.ago ?? 0)
        const latest = report && at < token.born && at > (known?.at ?? -Infinity)
        const reported = latest ? { used: report.used, at } : known
        if (!reported) continue
        token.reports.set(name, reported)
        log.lose(reported)
      }
    },

    async look(name, windows): Promise<BudgetState> {
      const token = tokenOf(name)
      const time = now()
      return {
        windows: windows.map((window) => {
          const { limit, used } = measured(token, window)
          return { name: window.name, limit, left: Math.max(0, limit - used) }
        }),
        requests: [...token.leases.values()].filter((until) => until > time).length,
        pause_ms: Math.max(0, token.paused_until - time),
        waiting: [...token.waiters.values()]
          .filter(({ until }) => until > time)
          .map(({ priority, window, requests }) => ({ priority, window, requests })),
      }
    },
  }
  inProcess.add(store)
  return store
}

const inProcess = new WeakSet<BudgetStore>()

/** A store in this process cannot be down. */
export const isInProcess = (store: BudgetStore): boolean => inProcess.has(store)
