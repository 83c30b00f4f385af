import { isInProcess, memoryStore } from "./memory.js"
import type {
  BudgetCost,
  BudgetHistory,
  BudgetLease,
  BudgetStore,
  BudgetWindow,
  Reservation,
} from "./store.js"
import type { BudgetClock } from "./turn.js"

// A store that does not answer within this time counts as down. No request waits longer for it than for GitHub.
const patience_ms = 1_000
const down_ms = 5_000

/** Within this time after one process has restored its history, all others that reach the store have done so, too. */
const settled_ms = down_ms + 3 * patience_ms

/**
 * Each process may use this share of the points that were unspent when the store went down, and of the concurrent
 * requests.
 */
const unspentShare = 0.1

/** The last report of the store about a window. */
interface Report {
  readonly used: number
  readonly left: number
  /** Points of the reservation that the report answered; part of `used`. */
  readonly own: number
  readonly asked: number
}

interface Outage {
  readonly began: number
  /** Points that this process may use, by window. */
  readonly shares: Map<string, number>
  /** When the store answered again. */
  ended: number
  /** The outage is longer than one late answer, so other processes notice it, too. */
  isShared: boolean
}

/**
 * Replaces a store that is down by the memory of the process until the store answers again, without making
 * requests wait.
 *
 * Processes that shared the store stay within the limits together: none spends more in any window than it
 * had when the store went down. A store may come back empty, so each process restores what it has spent, and keeps to
 * its share until all others have done so. Hourly limits are not divided: GitHub's headers report what others use.
 */
export function safely(
  store: BudgetStore,
  { now, later }: Pick<BudgetClock, "now" | "later">,
): Omit<BudgetStore, "restore"> {
  if (isInProcess(store)) return store
  const memory = memoryStore(now)
  const reports = new Map<string, Report>()
  const epochs = new Map<string, number>()
  /** Leases whose end the store may have missed, and when they expire. */
  const missed = new Map<string, { readonly lease: BudgetLease; readonly until: number }[]>()
  let outage: Outage | undefined
  let isRecovering = false

  const current = (): Outage | undefined => {
    if (outage && now() > outage.ended + settled_ms) outage = undefined
    return outage
  }
  const isDown = () => outage?.ended === Number.POSITIVE_INFINITY
  const fail = (token: string, isShared: boolean) => {
    const ended = Number.POSITIVE_INFINITY
    outage = { began: now(), shares: new Map(), isShared, ...current(), ended }
    if (isShared) outage.isShared = true
    if (isRecovering) return
    isRecovering = true
    // Try to recover immediately, because possibly only one answer was late.
    later(0, () => void recover(token))
  }
  const ask = async <T>(
    token: string,
    from: () => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> => {
    try {
      return { answer: await patiently(from) }
    } catch {
      fail(token, false)
      return undefined
    }
  }

  const recover = async (token: string): Promise<void> => {
    try {
      await patiently(() => store.look(token, []))
      // From here on the store counts requests, too, so that none falls between.
      const { isShared = true, began = 0 } = outage ?? {}
      if (outage) outage.ended = isShared ? now() : Number.NEGATIVE_INFINITY
      if (isShared) epochs.clear()
      const since = isShared ? Number.NEGATIVE_INFINITY : began
      await Promise.all(memory.tokens().map((token) => restore(token, since)))
    } catch (error) {
      if (!outage?.isShared) warn(error)
      fail(token, false)
    }
    isRecovering = isDown()
    if (!isRecovering) return
    if (outage) outage.isShared = true
    later(down_ms, () => void recover(token))
  }
  const restore = async (token: string, since: number): Promise<void> => {
    const { windows, leases } = memory.history(token, since)
    const reported = windows.map((window): BudgetHistory["windows"][number] => {
      const report = reports.get(`${token} ${window.name}`)
      if (!report) return window
      const { used, own, asked } = report
      return { ...window, report: { used: used - own, ago: now() - asked } }
    })
    await patiently(() => store.restore(token, { windows: reported, leases }))
    for (const seen of memory.observations(token)) await patiently(() => store.observe(token, seen))
    // Includes leases that ended during the restore, through another connection of a pool.
    const ended = leases.filter(({ id }) => !memory.holds(token, id))
    const unknown = [...ended, ...(missed.get(token) ?? []).map(({ lease }) => lease)]
    missed.delete(token)
    await Promise.all(unknown.map((lease) => patiently(() => store.release(token, lease))))
  }
  const miss = (token: string, lease: BudgetLease) => {
    const known = missed.get(token)?.filter(({ until }) => until > now()) ?? []
    missed.set(token, [...known, { lease, until: now() + lease.ms }])
  }

  const shareOf = (token: string, window: BudgetWindow): number => {
    const key = `${token} ${window.name}`
    const found = outage?.shares.get(key)
    if (found !== undefined) return found
    const report = reports.get(key)
    const own = memory.used(token, window)
    // A process that never reached the store, or was its only user, has the whole budget.
    const isAlone = !report || report.used <= own
    const most = isAlone ? limitOf(window) : own + Math.floor(report.left * unspentShare)
    outage?.shares.set(key, most)
    return most
  }
  /** The cost within this process's own share; undefined if the store alone decides. */
  const divided = (token: string, cost: BudgetCost): BudgetCost | undefined => {
    if (!current()) return undefined
    let { concurrency } = cost
    const windows = cost.windows.map((window) => {
      if (window.resource !== undefined) return window
      const share = shareOf(token, window)
      if (share < limitOf(window)) concurrency = Math.ceil(cost.concurrency * unspentShare)
      // Even with a small share, no request is refused forever.
      return { ...window, limit: Math.max(window.points, share), share: 1 }
    })
    return { ...cost, windows, concurrency }
  }
  /** The wait must not be longer than the period in which the share applies. */
  const sooner = (refused: Extract<Reservation, { ok: false }>): Reservation => {
    const { wait_ms = Number.POSITIVE_INFINITY } = refused
    const rest = outage && !isDown() ? outage.ended + settled_ms + 1 - now() : down_ms
    return { ...refused, wait_ms: Math.min(wait_ms, rest) }
  }
  const note = (token: string, { windows }: BudgetCost, answer: Reservation, asked: number) => {
    for (const window of windows) {
      const { name, points, resource } = window
      const left = answer.left?.[name]
      if (left === undefined || resource !== undefined) continue
      const own = answer.ok ? points : 0
      const used = limitOf(window) - left
      reports.set(`${token} ${name}`, { used, left, own, asked })
    }
  }

  return {
    async reserve(token, cost, lease) {
      const own = divided(token, cost)
      const local = own && (await memory.reserve(token, own, lease))
      if (local && !local.ok) return sooner(local)
      if (local && isDown()) return local
      const asked_at = now()
      const asked = await ask(token, () => store.reserve(token, cost, lease))
      if (!asked) return local ?? memory.reserve(token, divided(token, cost) ?? cost, lease)
      const { answer } = asked
      if (answer.ok && !local) memory.note(token, cost.windows, lease)
      if (!answer.ok && local) memory.withdraw(token, lease)
      const epoch = epochs.get(token) ?? answer.epoch
      if (answer.epoch !== undefined) epochs.set(token, answer.epoch)
      if (epoch !== answer.epoch) fail(token, true)
      else if (!current()) note(token, cost, answer, asked_at)
      return answer
    },
    async release(token, lease, windows) {
      await memory.release(token, lease, windows)
      const released = () => store.release(token, lease, windows)
      if (isDown() || !(await ask(token, released))) miss(token, lease)
    },
    async observe(token, seen) {
      await memory.observe(token, seen)
      if (!isDown()) await ask(token, () => store.observe(token, seen))
    },
    async look(token, windows) {
      const asked = isDown() ? undefined : await ask(token, () => store.look(token, windows))
      return asked ? asked.answer : memory.look(token, windows)
    },
  }
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("no answer within a second")), patience_ms)
    })
    return await Promise.race([ask(), late])
  } finally {
    clearTimeout(timer)
  }
}

const limitOf = ({ limit, share = 1 }: BudgetWindow): number => Math.floor(limit * share)

function warn(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `The store of the rate budget does not work (${reason}); until it does, each process stays within its previous share of the limits`
  globalThis.process?.emitWarning?.(message, "GhxBudgetWarning")
}
