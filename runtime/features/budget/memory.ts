import { monotonicNow } from "../../timing/index.js"
import { Log } from "./log.js"
import {
  type BudgetCost,
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

/** The use of one token. */
class Token {
  readonly born: number
  /** Requests in flight, and when their leases end. */
  readonly leases = new Map<string, number>()
  readonly #logs = new Map<string, Log>()
  readonly #waiters = new Map<string, Waiter>()
  readonly #primaries = new Map<string, Primary>()
  /** The latest report that a process has restored, by window. */
  readonly #reports = new Map<string, { readonly used: number; readonly at: number }>()
  readonly #now: () => number
  #paused_until = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
    this.born = now()
  }

  /** Whether something within the last two periods of a window, or a pause, still matters. */
  get isUsed(): boolean {
    const now = this.#now()
    return (
      this.#paused_until > now ||
      [...this.leases.values()].some((until) => until > now) ||
      [...this.#logs.values()].some((log) => log.recent(now).length > 0)
    )
  }

  withdraw({ id }: BudgetLease): void {
    for (const log of this.#logs.values()) log.remove(id)
    this.leases.delete(id)
  }

  note(windows: readonly BudgetWindow[], lease: BudgetLease): void {
    const time = this.#now()
    for (const { name, ms, points } of windows) {
      const log = this.log(name, ms)
      if (points > 0) log.add({ id: lease.id, reserved: time, at: time, points })
    }
    this.leases.set(lease.id, time + lease.ms)
  }

  history(since: number): BudgetHistory {
    const time = this.#now()
    const windows = [...this.#logs].map(([name, log]) => {
      const recent = log.recent(time).filter(({ at }) => at >= since)
      const entries = recent.map(({ id, points, reserved, at }) => {
        return { lease: id, points, reserved_ago: time - reserved, counted_ago: time - at }
      })
      return { name, ms: log.ms, entries }
    })
    const open = [...this.leases].filter(([, until]) => until > time)
    return { windows, leases: open.map(([id, until]) => ({ id, ms: until - time })) }
  }

  observations(): BudgetObservation[] {
    const time = this.#now()
    const pause_ms = this.#paused_until - time
    const known = [...this.#primaries].filter(([, { until }]) => until > time)
    const primaries = known.map(([resource, { window, ms, limit, foreign, until }]) => {
      const used = foreign + this.log(window, ms).since(until - ms)
      return { primary: { resource, window, ms, limit, used, reset_ms: until - time } }
    })
    return pause_ms > 0 ? [{ pause_ms }, ...primaries] : primaries
  }

  log(name: string, ms: number): Log {
    const log = this.#logs.get(name) ?? new Log(ms)
    this.#logs.set(name, log)
    log.forget(this.#now())
    return log
  }

  #measured({ name, ms, limit: usual, resource, share = 1 }: BudgetWindow) {
    const found = resource === undefined ? undefined : this.#primaries.get(resource)
    const primary = found && found.until > this.#now() ? found : undefined
    const limit = Math.floor((primary?.limit ?? usual) * share)
    const log = this.log(name, ms)
    return { log, limit, used: log.sum + (primary?.foreign ?? 0), primary }
  }

  reserve(cost: BudgetCost, lease: BudgetLease): Reservation {
    const { windows, concurrency, priority, behind = 0 } = cost
    const time = this.#now()
    const epoch = this.born
    const refuse = (window: string, wait_ms: number, left?: Left): Reservation => {
      if (!Number.isFinite(wait_ms)) return { ok: false, window, epoch }
      const until = time + wait_ms + forgotten_ms
      this.#waiters.set(lease.id, { priority, window, requests: 1 + behind, until })
      return { ok: false, window, wait_ms, ...(left && { left }), epoch }
    }
    const paused_ms = this.#paused_until - time
    if (paused_ms > 0) return refuse("pause", paused_ms)
    const waits = windows.map((window) => ({ window: window.name, ...this.#waitFor(window) }))
    const left = Object.fromEntries(waits.map(({ window, left }) => [window, left]))
    const [longest] = waits.sort((one, other) => other.wait_ms - one.wait_ms)
    if (longest && longest.wait_ms > 0) return refuse(longest.window, longest.wait_ms, left)
    if (concurrency < 1) return refuse("concurrency", Number.POSITIVE_INFINITY)
    for (const [id, until] of this.leases) if (until <= time) this.leases.delete(id)
    if (this.leases.size >= slowStart(concurrency, -paused_ms))
      return refuse("concurrency", 50, left)
    this.note(windows, lease)
    for (const { name, points } of windows) left[name] = (left[name] ?? 0) - points
    this.#waiters.delete(lease.id)
    return { ok: true, left, epoch }
  }

  /** What is left of a window, and how long until it has the points; forever if it never has so many. */
  #waitFor(window: BudgetWindow): { readonly left: number; readonly wait_ms: number } {
    const { log, limit, used, primary } = this.#measured(window)
    const { ms, points } = window
    const left = limit - used
    if (points > limit) return { left, wait_ms: Number.POSITIVE_INFINITY }
    if (points <= left) return { left, wait_ms: 0 }
    const time = this.#now()
    const reset = primary ? primary.until : time + ms
    return { left, wait_ms: Math.max(1, Math.min(reset, log.freed(points - left) + ms) - time) }
  }

  release({ id }: BudgetLease, windows: readonly BudgetWindow[] = []): void {
    for (const { name, ms } of windows) this.log(name, ms).renew(id, this.#now())
    this.leases.delete(id)
    this.#waiters.delete(id)
  }

  observe({ pause_ms, primary }: BudgetObservation): void {
    const time = this.#now()
    if (pause_ms !== undefined) this.#paused_until = Math.max(this.#paused_until, time + pause_ms)
    if (!primary) return
    const { resource, window, ms, limit, used, reset_ms } = primary
    const until = time + reset_ms
    const foreign = Math.max(0, used - this.log(window, ms).since(until - ms))
    this.#primaries.set(resource, { window, ms, limit, foreign, until })
  }

  restore({ windows, leases }: BudgetHistory): void {
    const time = this.#now()
    for (const { id, ms } of leases) {
      if (!this.leases.has(id)) this.leases.set(id, time + ms)
    }
    for (const { name, ms, entries, report } of windows) {
      const log = this.log(name, ms)
      log.restore(
        entries.map(({ lease, points, reserved_ago, counted_ago }) => {
          return { id: lease, points, reserved: time - reserved_ago, at: time - counted_ago }
        }),
      )
      const known = this.#reports.get(name)
      const at = time - (report?.ago ?? 0)
      const isLatest = report && at < this.born && at > (known?.at ?? Number.NEGATIVE_INFINITY)
      const reported = isLatest ? { used: report.used, at } : known
      if (!reported) continue
      this.#reports.set(name, reported)
      log.lose(reported)
    }
  }

  look(windows: readonly BudgetWindow[]): BudgetState {
    const time = this.#now()
    return {
      windows: windows.map((window) => {
        const { limit, used } = this.#measured(window)
        return { name: window.name, limit, left: Math.max(0, limit - used) }
      }),
      requests: [...this.leases.values()].filter((until) => until > time).length,
      pause_ms: Math.max(0, this.#paused_until - time),
      waiting: [...this.#waiters.values()]
        .filter(({ until }) => until > time)
        .map(({ priority, window, requests }) => ({ priority, window, requests })),
    }
  }
}

type Left = Readonly<Record<string, number>>

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
  let most = 1000
  const of = (name: string): Token => {
    const known = tokens.get(name)
    if (known) return known
    // Tokens of Apps are renewed hourly.
    if (tokens.size >= most) {
      for (const [other, token] of tokens) if (!token.isUsed) tokens.delete(other)
      most = Math.max(1000, 2 * tokens.size)
    }
    const token = new Token(now)
    tokens.set(name, token)
    return token
  }
  const store: MemoryStore = {
    withdraw: (name, lease) => of(name).withdraw(lease),
    note: (name, windows, lease) => of(name).note(windows, lease),
    tokens: () => [...tokens].filter(([, token]) => token.isUsed).map(([name]) => name),
    holds: (name, lease) => of(name).leases.has(lease),
    history: (name, since) => of(name).history(since),
    observations: (name) => of(name).observations(),
    used: (name, window) => of(name).log(window.name, window.ms).sum,
    reserve: async (name, cost, lease) => of(name).reserve(cost, lease),
    release: async (name, lease, windows) => of(name).release(lease, windows),
    observe: async (name, observation) => of(name).observe(observation),
    restore: async (name, history) => of(name).restore(history),
    look: async (name, windows) => of(name).look(windows),
  }
  inProcess.add(store)
  return store
}

const inProcess = new WeakSet<BudgetStore>()

/** A store in this process cannot be down. */
export const isInProcess = (store: BudgetStore): boolean => inProcess.has(store)
