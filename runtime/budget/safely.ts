import { memoryBudget } from "./memory.js"
import type { BudgetStore } from "./store.js"

// A store that does not answer counts as down. No request waits longer for it than for GitHub.
const patience_ms = 1_000
const down_ms = 5_000

/**
 * Replaces a store that is down by the memory of the process until the store answers again, without making
 * requests wait.
 */
export function safely(store: BudgetStore, now: () => number): BudgetStore {
  const memory = memoryBudget(now)
  let down_until = Number.NEGATIVE_INFINITY
  let warned = false
  const ask = async <T>(from: (store: BudgetStore) => Promise<T>): Promise<T> => {
    if (now() >= down_until) {
      let timer: ReturnType<typeof setTimeout> | undefined
      try {
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error("no answer within a second")), patience_ms)
        })
        return await Promise.race([from(store), late])
      } catch (error) {
        down_until = now() + down_ms
        if (!warned) {
          warned = true
          const reason = error instanceof Error ? error.message : String(error)
          const message = `The store of the rate budget does not work (${reason}); each process counts for itself until it does`
          globalThis.process?.emitWarning?.(message, "GhxBudgetWarning")
        }
      } finally {
        clearTimeout(timer)
      }
    }
    return from(memory)
  }
  return {
    reserve: (...given) => ask((one) => one.reserve(...given)),
    release: (...given) => ask((one) => one.release(...given)),
    observe: (...given) => ask((one) => one.observe(...given)),
    look: (...given) => ask((one) => one.look(...given)),
  }
}
