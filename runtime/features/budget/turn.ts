/** Waits for the points that a request costs, in order of arrival within the process. */
import { type Failure, permanent } from "../../errors/index.js"
import { longestTimer, monotonicNow, type Scope, sleep } from "../../timing/index.js"
import type { BudgetCost, BudgetLease, BudgetStore, Reservation } from "./store.js"
import type { QueuePlace, WaitingQueues } from "./waiting-queues.js"

/** The clock; a simulation passes its own. */
export interface BudgetClock {
  now(): number
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** Calls `work` after `ms`, without keeping the process alive for it. */
  later(ms: number, work: () => void): void
  random(): number
}

export const clock: BudgetClock = {
  now: monotonicNow,
  sleep,
  later(ms, work) {
    const timer: { unref?(): void } | number = setTimeout(work, ms)
    // In browsers, a timer is a number.
    if (typeof timer === "object") timer.unref?.()
  },
  random: Math.random,
}

interface Turn {
  readonly store: Pick<BudgetStore, "release">
  readonly lines: WaitingQueues
  readonly clock: BudgetClock
  readonly token: string
  readonly cost: BudgetCost
  readonly lease: BudgetLease
  readonly scope: Pick<Scope, "signal" | "waits">
  /** The latest moment until which the request may wait. */
  readonly last: number
}

/** Shorter waits are not reported. */
const noticeable_ms = 1_000

/** The result of one attempt to send: an answer, or the refused reservation. */
export type Admitted<Answer> =
  | { readonly sent: true; readonly answer: Answer }
  | { readonly sent: false; readonly refused: Extract<Reservation, { ok: false }> }

/**
 * Calls `attempt`, which reserves, calls `reserved`, and sends, until a reservation succeeds or time runs out.
 * An aborted request is attempted once more, so that it reports the abort itself.
 */
export async function reserveInTurn<Answer>(
  turn: Turn,
  attempt: (cost: BudgetCost, reserved: () => void) => Promise<Admitted<Answer>>,
): Promise<{ readonly answer: Answer } | { readonly failure: Failure }> {
  const { lines, clock, cost, scope, last, store, token, lease } = turn
  const { signal } = scope
  let place: QueuePlace | undefined
  let waited = false
  const notify = (window: string, until: number) => {
    const wait_ms = until - clock.now()
    if (wait_ms >= noticeable_ms) scope.waits?.(window, wait_ms)
  }
  const stand = async (window: string): Promise<Failure | undefined> => {
    if (place?.window === window) return undefined
    place?.leave()
    const entered = lines.enter(window)
    place = entered.place
    notify(window, place.expected)
    if (place.expected > last) return waitTooLong(window, place.expected - clock.now())
    const ended = new AbortController()
    const patience = clock
      .sleep(Math.min(last - clock.now(), longestTimer), ended.signal)
      .then(() => "late" as const)
    const gone = aborted(signal)
    const first = await Promise.race([entered.head, patience, gone.promise])
    gone.clear()
    // An explicit reason, because the default one would create an error with a stack for every request.
    ended.abort(window)
    if (first !== "late" || signal?.aborted) return undefined
    return waitTooLong(window, Math.max(place.expected - clock.now(), 1_000))
  }
  try {
    const names = ["pause", "concurrency", ...cost.windows.map(({ name }) => name)]
    const crowded = lines.firstBusy(names)
    if (crowded !== undefined) {
      const failure = await stand(crowded)
      if (failure) return { failure }
    }
    // The next in the queue asks while this request is under way.
    const reserved = () => place?.leave()
    for (;;) {
      const behind = place?.behind() ?? 0
      const tried = await attempt(behind > 0 ? { ...cost, behind } : cost, reserved)
      if (tried.sent) {
        waited = false
        return { answer: tried.answer }
      }
      waited = true
      const { window, wait_ms } = tried.refused
      if (wait_ms === undefined) return { failure: exceedsLimit(window) }
      const free = clock.now() + wait_ms
      if (free > last) return { failure: waitTooLong(window, wait_ms) }
      notify(window, free)
      const failure = await stand(window)
      if (failure) return { failure }
      // Time in the queue is part of the wait: a request that reaches the head after `free` asks immediately.
      if (free <= clock.now() || signal?.aborted) continue
      place?.expect(free)
      // Jitter, so that processes waiting for the same moment do not all ask at it.
      const jitter = clock.random() * Math.min(50, wait_ms / 4 + 5)
      await clock.sleep(free - clock.now() + jitter, signal)
    }
  } finally {
    place?.leave()
    if (waited) void store.release(token, lease)
  }
}

function aborted(signal: AbortSignal | undefined) {
  let clear = () => {}
  const promise = new Promise<"aborted">((resolve) => {
    if (!signal) return
    const done = () => resolve("aborted")
    if (signal.aborted) done()
    signal.addEventListener("abort", done)
    clear = () => signal.removeEventListener("abort", done)
  })
  return { promise, clear }
}

function waitTooLong(window: string, wait_ms: number): Failure {
  const retry_after_ms = Math.ceil(wait_ms)
  return {
    code: "RATE_LIMIT",
    message: `Not sent: the budget (${window}) allows this request in ${Math.ceil(wait_ms / 1000)} s, which is after the deadline of the call`,
    transient: true,
    outcome: "not_sent",
    details: { retry_after_ms },
  }
}

function exceedsLimit(window: string): Failure {
  const message = `Not sent: the request costs more than the budget (${window}) ever allows`
  const fix = "Send fewer in one document, such as `batch: { mutations: 20 }`, or raise the limit"
  return permanent("RATE_LIMIT", "not_sent", message, { fix })
}
