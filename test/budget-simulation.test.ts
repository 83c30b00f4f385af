/** A fleet stays within its limits under a virtual clock: the simulation of `make bench ARGS=simulation`. */
import { expect, test, vi } from "vitest"
import { simulate } from "../tooling/bench/simulation/fleet.js"

test("a simulated fleet uses 88% of its limits, gets no refusal and favors interactive work", async () => {
  vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
  const { created, refused, unauthorized, waits } = await simulate({
    tokens: 3,
    workers: 12,
    hours: 4,
    // Four fifths of a limit are for batch work; the rest is enough for two tokens to do the work of three.
    interactive_per_hour: 60,
    outage: [1.05, 1.2],
    revoked: { hour: 3, tokens: 1 },
  })
  expect(refused).toBe(0)
  const possible = 500 * (3 + 3 + 3 + 2)
  expect(created.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(possible * 0.88)
  // During the outage, no process knows what others leave unused; soon after it, all do.
  const isOrdinary = ({ at }: { at: number }) => at < 1.05 * 3_600_000 || at > 1.21 * 3_600_000
  const mean = (all: readonly { at: number; ms: number }[]) => {
    const ordinary = all.filter(isOrdinary)
    return ordinary.reduce((sum, { ms }) => sum + ms, 0) / ordinary.length
  }
  expect(mean(waits.interactive)).toBeLessThan(mean(waits.batch) / 5)
  // Each of the revoked token's four workers notices by one request, besides interactive requests in flight.
  expect(unauthorized).toBeLessThan(12)
  vi.restoreAllMocks()
})
