import { isInProcess, memoryStore } from "./memory.js"
import type { BudgetCost, BudgetStore, BudgetWindow } from "./store.js"

// A store that does not answer counts as down. No request waits longer for it than for GitHub.
const patience_ms = 1_000
const down_ms = 5_000

/**
 * Each process may use this share of what was unspent when the store went down, and of the concurrent
 * requests.
 */
const unspentShare = 0.1

interface Share {
  readonly points: number
  readonly ms: number
}

/**
 * Replaces a store that is down by the memory of the process until the store answers again, without making
 * requests wait.
 *
 * Processes that shared the store stay within the limits together: none spends more in any window than it
 * had when the store went down. A store may come back empty, so that holds until the window has passed once
 * more. Hourly limits are not divided: GitHub's headers report what others use.
 */
export function safely(store: BudgetStore, now: () => number): BudgetStore {
  if (isInProcess(store)) return store
  const memory = memoryStore(now)
  /** The store's last report of what is left in each window. */
  const known = new Map<string, Readonly<Record<string, number>>>()
  let down_until = Number.NEGATIVE_INFINITY
  let outage: { readonly shares: Map<string, Share>; ended?: number } | undefined

  const isDown = () => now() < down_until
  const ask = async <T>(from: () => Promise<T>): Promise<{ readonly answer: T } | undefined> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("no answer within a second")), patience_ms)
      })
      const answered = { answer: await Promise.race([from(), late]) }
      if (outage) outage.ended ??= now()
      return answered
    } catch (error) {
      down_until = now() + down_ms
      if (!outage) warn(error)
      const { shares = new Map<string, Share>(), ended } = outage ?? {}
      // A window that has passed since the last outage is divided by what was spent since.
      for (const [key, { ms }] of shares) {
        if (ended !== undefined && now() > ended + ms) shares.delete(key)
      }
      outage = { shares }
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  const shareOf = async (token: string, window: BudgetWindow): Promise<number> => {
    const { name, limit: usual, share = 1 } = window
    const key = `${token} ${name}`
    const found = outage?.shares.get(key)
    if (found) return found.points
    const limit = Math.floor(usual * share)
    const left = known.get(token)?.[name]
    const [state] = (await memory.look(token, [unlimited(window)])).windows
    const own = state ? state.limit - state.left : 0
    // A process that never reached the store, or was its only user, shares with nobody.
    const isAlone = left === undefined || limit - left <= own
    const most = isAlone ? limit : own + Math.floor(left * unspentShare)
    outage?.shares.set(key, { points: most, ms: window.ms })
    return most
  }
  /** The cost within this process's own share; undefined if the store alone decides. */
  const divided = async (token: string, cost: BudgetCost): Promise<BudgetCost | undefined> => {
    if (!outage) return undefined
    const { ended = Number.POSITIVE_INFINITY } = outage
    const isOver = ({ ms }: BudgetWindow) => now() > ended + ms
    if (cost.windows.every(isOver)) return undefined
    // Requests in flight during the outage have ended by then, so the store knows all.
    const isKnown = now() > ended + down_ms
    let concurrency = isKnown ? Number.POSITIVE_INFINITY : cost.concurrency
    const windows = cost.windows.map(async (window) => {
      if (isOver(window)) return unlimited(window)
      if (window.resource !== undefined) return window
      const share = await shareOf(token, window)
      const isShared = share < Math.floor(window.limit * (window.share ?? 1))
      if (isShared && !isKnown) concurrency = Math.ceil(cost.concurrency * unspentShare)
      // However small its share, nothing is refused for ever.
      return { ...window, limit: Math.max(window.points, share), share: 1 }
    })
    return { ...cost, windows: await Promise.all(windows), concurrency }
  }

  return {
    async reserve(token, cost, lease) {
      const own = await divided(token, cost)
      const local = own && (await memory.reserve(token, own, lease))
      if (local && (isDown() || !local.ok)) return local
      const asked = await ask(() => store.reserve(token, cost, lease))
      if (!asked) {
        return local ?? memory.reserve(token, (await divided(token, cost)) ?? cost, lease)
      }
      const { answer } = asked
      known.set(token, { ...known.get(token), ...answer.left })
      if (answer.ok) {
        const windows = cost.windows.map(unlimited)
        const noted = { ...cost, windows, concurrency: Number.POSITIVE_INFINITY }
        if (!local) await memory.reserve(token, noted, lease)
      } else if (local) memory.withdraw(token, lease)
      return answer
    },
    async release(...given) {
      await memory.release(...given)
      if (!isDown()) await ask(() => store.release(...given))
    },
    async observe(...given) {
      await memory.observe(...given)
      if (!isDown()) await ask(() => store.observe(...given))
    },
    async look(...given) {
      const asked = isDown() ? undefined : await ask(() => store.look(...given))
      return asked ? asked.answer : memory.look(...given)
    },
  }
}

function unlimited({ name, ms, points }: BudgetWindow): BudgetWindow {
  return { name, ms, points, limit: Number.MAX_SAFE_INTEGER }
}

function warn(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `The store of the rate budget does not work (${reason}); until it does, each process keeps to what it used of the limits before`
  globalThis.process?.emitWarning?.(message, "GhxBudgetWarning")
}
