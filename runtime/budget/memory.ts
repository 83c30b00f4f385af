import {
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
  readonly limit: number
  readonly foreign: number
  readonly until: number
}

/** A request under way, and the points that it took. */
interface Place {
  readonly until: number
  readonly entries: ReadonlyMap<string, Entry>
}

interface Waiter {
  readonly priority: Priority
  readonly window: string
  readonly requests: number
  readonly until: number
}

interface Token {
  readonly logs: Map<string, Log>
  readonly leases: Map<string, Place>
  readonly waiters: Map<string, Waiter>
  readonly primaries: Map<string, Primary>
  paused_until: number
}

/**
 * A store in the memory of one process. All clients that are given the same store share it.
 *
 * @param now Milliseconds of a monotonic clock; a simulation passes its own.
 * @example
 * createGhx({ budget: { store: memoryBudget() } })
 */
export function memoryBudget(now: () => number = () => performance.now()): BudgetStore {
  return memoryStore(now)
}

export interface MemoryStore extends BudgetStore {
  /** Takes a reservation back: nothing was sent. */
  withdraw(token: string, lease: BudgetLease): void
}

export function memoryStore(now: () => number): MemoryStore {
  const tokens = new Map<string, Token>()
  const tokenOf = (name: string): Token => {
    const known = tokens.get(name) ?? {
      logs: new Map(),
      leases: new Map(),
      waiters: new Map(),
      primaries: new Map(),
      paused_until: Number.NEGATIVE_INFINITY,
    }
    tokens.set(name, known)
    return known
  }
  const logOf = ({ logs }: Token, name: string, ms: number): Log => {
    const log = logs.get(name) ?? new Log()
    logs.set(name, log)
    log.forget(now() - ms)
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
      const found = leases.get(id)
      for (const [window, entry] of found?.entries ?? []) logs.get(window)?.spend(entry)
      leases.delete(id)
    },

    async reserve(
      name,
      { windows, concurrency, priority, behind = 0 },
      lease,
    ): Promise<Reservation> {
      const token = tokenOf(name)
      const { leases, waiters, paused_until } = token
      const time = now()
      const left: Record<string, number> = {}
      const refuse = (window: string, wait_ms?: number): Reservation => {
        if (wait_ms === undefined) return { ok: false, window }
        const until = time + wait_ms + forgotten_ms
        waiters.set(lease.id, { priority, window, requests: 1 + behind, until })
        return { ok: false, window, wait_ms, left }
      }
      if (paused_until > time) return refuse("pause", paused_until - time)
      let longest: { window: string; wait_ms: number } | undefined
      const logs = windows.map((window) => {
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
        return log
      })
      if (longest) {
        const { window, wait_ms } = longest
        return refuse(window, Number.isFinite(wait_ms) ? wait_ms : undefined)
      }
      if (concurrency < 1) return refuse("concurrency")
      const most = slowStart(concurrency, time - paused_until)
      if (leases.size >= most)
        for (const [id, { until }] of leases) if (until <= time) leases.delete(id)
      if (leases.size >= most) return refuse("concurrency", 50)
      const entries = new Map<string, Entry>()
      for (const [index, { name, points }] of windows.entries()) {
        left[name] = (left[name] ?? 0) - points
        const entry = points > 0 && logs[index]?.add(time, points)
        if (entry) entries.set(name, entry)
      }
      leases.set(lease.id, { until: time + lease.ms, entries })
      waiters.delete(lease.id)
      return { ok: true, left }
    },

    async release(name, { id }, windows = []) {
      const token = tokenOf(name)
      const { leases, waiters } = token
      for (const window of windows) {
        const entry = leases.get(id)?.entries.get(window.name)
        if (entry) logOf(token, window.name, window.ms).renew(entry, now())
      }
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
      token.primaries.set(resource, { limit, foreign: Math.max(0, used - own), until })
    },

    async look(name, windows): Promise<BudgetState> {
      const token = tokenOf(name)
      const time = now()
      return {
        windows: windows.map((window) => {
          const { limit, used } = measured(token, window)
          return { name: window.name, limit, left: Math.max(0, limit - used) }
        }),
        requests: [...token.leases.values()].filter(({ until }) => until > time).length,
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

/** It cannot be down. */
export const isInProcess = (store: BudgetStore): boolean => inProcess.has(store)

interface Entry {
  readonly time: number
  /** 0 once it has expired or was renewed. */
  points: number
}

/**
 * Spent points with their times, oldest first. Each entry is touched when it is added and when it expires.
 */
class Log {
  sum = 0
  #entries: Entry[] = []
  #first = 0

  add(time: number, points: number): Entry {
    const entry = { time, points }
    this.#entries.push(entry)
    this.sum += points
    return entry
  }

  /** Counts what has not expired from `time` on. */
  renew(entry: Entry, time: number): void {
    const { points } = entry
    this.spend(entry)
    if (points > 0) this.add(time, points)
  }

  /** Drops entries of `time` or earlier. */
  forget(time: number): void {
    for (let entry = this.#entries[this.#first]; entry && entry.time <= time; ) {
      this.spend(entry)
      this.#first += 1
      entry = this.#entries[this.#first]
    }
    // Cutting off the front one by one would cost the square of the length.
    if (this.#first < 1000 && this.#first < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  /** When the entry was made whose end frees so many points. */
  freed(points: number): number {
    let over = points
    for (const entry of this.#unexpired()) {
      over -= entry.points
      if (over <= 0) return entry.time
    }
    return Number.POSITIVE_INFINITY
  }

  /** Points spent after `time`. */
  since(time: number): number {
    let sum = this.sum
    for (const entry of this.#unexpired()) {
      if (entry.time > time) break
      sum -= entry.points
    }
    return sum
  }

  /** Counts it no more. */
  spend(entry: Entry): void {
    this.sum -= entry.points
    entry.points = 0
  }

  *#unexpired(): Generator<Entry> {
    for (let index = this.#first; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]
      if (entry) yield entry
    }
  }
}
