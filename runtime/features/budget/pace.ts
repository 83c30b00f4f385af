/** Traffic within a budget; loaded by the first request of a client that has one. */
import type { Scope } from "../../timing/index.js"
import type { ScheduledRequest, Traffic } from "../../traffic/index.js"
import { costOf, observationOf } from "./cost.js"
import { withOutageFallback } from "./outage-fallback.js"
import type { BudgetOptions, BudgetStore } from "./store.js"
import { type Admitted, type BudgetClock, clock as realClock, reserveInTurn } from "./turn.js"
import { type WaitingQueues, waitingQueues } from "./waiting-queues.js"

interface Shared {
  readonly store: Omit<BudgetStore, "restore">
  readonly linesOf: (token: string, priority: string) => WaitingQueues
}

/** All clients of a process share the same queues. */
const shared = new WeakMap<BudgetStore, Shared>()

/**
 * Sends each request when the budget of its token allows it, or fails at once with the time when it will.
 */
export function budgetedTraffic(
  traffic: Traffic,
  given: BudgetOptions,
  timeout_ms: number,
  tokenOf: () => Promise<string>,
  clock: BudgetClock = realClock,
): Traffic {
  const known = shared.get(given.store) ?? {
    store: withOutageFallback(given.store, clock),
    linesOf: queuesByToken(),
  }
  shared.set(given.store, known)
  const { store, linesOf } = known
  const { priority = "interactive", max_wait_ms = timeout_ms, limits } = given
  return {
    async schedule<Answer>(
      trip: ScheduledRequest<Answer>,
      work: () => Promise<Answer>,
    ): Promise<Answer> {
      const { sending, scope } = trip
      const { signal, ends = Number.POSITIVE_INFINITY } = scope
      const token = await hashToken(await tokenOf())
      // A lease outlives its request's timeout only if the process has died.
      const lease = { id: crypto.randomUUID(), ms: timeout_ms + 5_000 }
      const begun = clock.now()
      const turn = {
        store,
        lines: linesOf(token, priority),
        clock,
        token,
        cost: costOf(sending, priority, limits),
        lease,
        scope,
        last: Math.min(begun + max_wait_ms, ends),
      }
      const result = await reserveInTurn<Answer>(turn, async (cost, granted) => {
        let admitted: Admitted<Answer> | undefined
        const reserveAndSend = async (): Promise<Answer> => {
          // An aborted request sends nothing and reports the abort itself.
          if (signal?.aborted) return work()
          const reserved = await store.reserve(token, cost, lease)
          if (!reserved.ok) {
            admitted = { sent: false, refused: reserved }
            return trip.refused(waiting)
          }
          granted()
          // GitHub itself reports how much of the others is used.
          const secondary = cost.windows.filter(({ resource }) => resource === undefined)
          note(scope, clock.now() - begun, reserved.left)
          let seen: ReturnType<typeof observationOf>
          try {
            const answer = await work()
            const verdict = trip.verdict(answer)
            seen = verdict.beside ? undefined : observationOf(sending, verdict)
            return answer
          } finally {
            // The next request must not overtake a pause; the caller of this one need not wait for more.
            if (seen?.pause_ms !== undefined) await store.observe(token, seen)
            else if (seen) void store.observe(token, seen)
            void store.release(token, lease, secondary)
          }
        }
        // A refusal by the budget says nothing about GitHub's health.
        const verdict = (answer: Answer) => (admitted ? { beside: true } : trip.verdict(answer))
        // First wait for a place among this client's requests: points must be counted only when the request can be
        // sent at once.
        const answer = await traffic.schedule({ ...trip, verdict }, reserveAndSend)
        return admitted ?? { sent: true, answer }
      })
      return "answer" in result ? result.answer : trip.refused(result.failure)
    },
  }
}

const waiting = {
  code: "RATE_LIMIT",
  message: "Not sent: waits for the budget",
  transient: true,
  outcome: "not_sent",
} as const

/** Records the budget in `meta.cost`: the sum of all waits, and the budget left after the last request. */
function note({ sent }: Scope, waited: number, left: Readonly<Record<string, number>>): void {
  const before = sent.beside?.budget
  const waited_ms = Math.round((before?.waited_ms ?? 0) + waited)
  sent.beside = { budget: { waited_ms, left: { ...before?.left, ...left } } }
}

function queuesByToken() {
  const known = new Map<string, WaitingQueues>()
  return (token: string, priority: string) => {
    const key = `${token} ${priority}`
    const lines = known.get(key) ?? waitingQueues()
    // Tokens that are renewed hourly must not make the map grow without limit.
    if (known.size >= 1000) known.clear()
    known.set(key, lines)
    return lines
  }
}

const hashes = new Map<string, string>()

/** A store never sees a token. */
async function hashToken(token: string): Promise<string> {
  const known = hashes.get(token)
  if (known !== undefined) return known
  const bytes = new TextEncoder().encode(`ghx budget ${token}`)
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  if (hashes.size >= 1000) hashes.clear()
  hashes.set(token, hash)
  return hash
}
