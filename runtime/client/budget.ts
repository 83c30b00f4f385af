import type { BudgetOptions } from "../budget/index.js"
import type { Credentials } from "../http/index.js"
import { checkOptions, milliseconds } from "../input/index.js"
import type { Traffic } from "../traffic/index.js"

/** Sends within a budget, which the first request loads. */
export function withinBudget(
  traffic: Traffic,
  given: BudgetOptions,
  ...about: [timeout_ms: number, host: string, credentials: Credentials]
): Traffic {
  const known = { store: true, priority: true, max_wait_ms: milliseconds } as const
  const budget = checkOptions<BudgetOptions>("`budget`", given, known) as BudgetOptions
  const { store, priority = "batch" } = budget
  if (!store?.reserve || !/^(interactive|batch)$/.test(priority)) {
    throw new TypeError("`budget` takes a store of ghx/budget, `priority` interactive or batch")
  }
  let loaded: Promise<Traffic> | undefined
  return {
    async carry(trip, work) {
      loaded ??= import("./paced.js").then(({ paced }) => paced(traffic, budget, ...about))
      return (await loaded).carry(trip, work)
    },
  }
}
