import { expect, test, vi } from "vitest"
import { VirtualClock } from "../../../tooling/bench/simulation/virtual-clock.js"
import type { ScheduledRequest } from "../../traffic/index.js"
import { memoryBudget } from "./memory.js"
import { budgetedTraffic } from "./pace.js"
import type { BudgetOptions } from "./store.js"

/** The seconds at which requests of one process, all made at once, are sent. */
async function sendTimes(
  requests: number,
  took_ms: number,
  limits: BudgetOptions["limits"],
): Promise<number[]> {
  const clock = new VirtualClock(1)
  const store = memoryBudget(clock.now)
  const traffic = budgetedTraffic(
    { schedule: (_, work) => work() },
    { store, max_wait_ms: 3_600_000, ...(limits && { limits }) },
    10_000,
    async () => "token",
    clock,
  )
  const trip: ScheduledRequest<string> = {
    sending: { channel: "graphql", method: "POST", writes: false },
    resource: "graphql",
    scope: { signal: undefined, started: 0, sent: { requests: 0, points: 0 } },
    verdict: () => ({}),
    refused: ({ message }) => message,
  }
  const left: number[] = []
  for (let count = 0; count < requests; count += 1) {
    void traffic.schedule(trip, async () => {
      left.push(Math.floor(clock.now() / 1000))
      await clock.sleep(took_ms)
      return "sent"
    })
  }
  // The token is hashed outside the virtual clock.
  await vi.waitFor(() => expect(left.length).toBeGreaterThan(0))
  await clock.runUntil(600_000)
  return left
}

test("budgeted sends queued requests as soon as their window is free", async () => {
  const left = await sendTimes(30, 100, { graphql_minute: 10 })
  expect(left).toEqual([0, 61, 122].flatMap((second) => Array(10).fill(second)))
})

test("budgeted sends queued requests as soon as a concurrency slot is free", async () => {
  const left = await sendTimes(40, 10_000, { concurrency: 5 })
  expect(left).toHaveLength(40)
  expect(left.at(-1)).toBeLessThan(75)
})
