/** Makes a process's clocks and timers run faster, so that minutes of limits pass in seconds. */
import type {
  BudgetCost,
  BudgetObservation,
  BudgetStore,
} from "../../../runtime/features/budget/index.js"

/** Processes with the same `start` have the same time. */
export function runFaster(factor: number, start: number): void {
  const { now: wall } = Date
  const { now } = performance
  const { setTimeout, setInterval } = globalThis
  Date.now = () => start + (wall() - start) * factor
  performance.now = () => now.call(performance) * factor
  const faster = <Set extends typeof setTimeout | typeof setInterval>(set: Set): Set =>
    Object.assign(
      (work: () => void, ms = 0, ...given: []) => set(work, ms / factor, ...given),
      set,
    ) as Set
  globalThis.setTimeout = faster(setTimeout)
  globalThis.setInterval = faster(setInterval)
}

/**
 * A store on a server with real time, for processes whose clock runs faster.
 *
 * @param slow - called for each answer that a process with this clock does not wait for
 */
export function fasterStore(store: BudgetStore, factor: number, slow: () => void): BudgetStore {
  const shorter = (windows: BudgetCost["windows"]) =>
    windows.map((window) => ({ ...window, ms: window.ms / factor }))
  return {
    async reserve(token, cost, lease) {
      const own = { ...cost, windows: shorter(cost.windows) }
      const begun = performance.now()
      const reserved = await store.reserve(token, own, { ...lease, ms: lease.ms / factor })
      if (performance.now() - begun > 1_000) slow()
      if (reserved.ok || reserved.wait_ms === undefined) return reserved
      return { ...reserved, wait_ms: reserved.wait_ms * factor }
    },
    release: (token, lease, windows = []) =>
      store.release(token, { ...lease, ms: lease.ms / factor }, shorter(windows)),
    observe(token, { pause_ms, primary }) {
      const observed: BudgetObservation = {
        ...(pause_ms !== undefined && { pause_ms: pause_ms / factor }),
        ...(primary && {
          primary: {
            ...primary,
            ms: primary.ms / factor,
            reset_ms: primary.reset_ms / factor,
          },
        }),
      }
      return store.observe(token, observed)
    },
    restore: (token, { windows, leases }) =>
      store.restore(token, {
        windows: windows.map(({ name, ms, entries, report }) => ({
          name,
          ms: ms / factor,
          entries: entries.map((entry) => ({
            ...entry,
            reserved_ago: entry.reserved_ago / factor,
            counted_ago: entry.counted_ago / factor,
          })),
          ...(report && { report: { ...report, ago: report.ago / factor } }),
        })),
        leases: leases.map(({ id, ms }) => ({ id, ms: ms / factor })),
      }),
    look: (token, windows) => store.look(token, shorter(windows)),
  }
}
