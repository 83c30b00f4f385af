import type { BudgetLimit, BudgetOptions } from "../budget/index.js"
import type { Credentials } from "../http/index.js"
import { checkOptions, count, milliseconds } from "../input/index.js"
import type { Traffic } from "../traffic/index.js"

const limitNames: Record<BudgetLimit, typeof count> = {
  graphql_hour: count,
  core_hour: count,
  search_minute: count,
  code_search_minute: count,
  graphql_minute: count,
  rest_minute: count,
  creations_minute: count,
  creations_hour: count,
  concurrency: count,
}

/** Sends within a budget. The first request loads the module. */
export function withinBudget(
  traffic: Traffic,
  given: BudgetOptions,
  ...about: [timeout_ms: number, host: string, credentials: Credentials]
): Traffic {
  const budget = checkOptions<BudgetOptions>("`budget`", given, {
    store: true,
    priority: true,
    max_wait_ms: milliseconds,
    limits: true,
  }) as BudgetOptions
  checkOptions("`budget.limits`", budget.limits ?? {}, limitNames)
  const { store, priority = "batch" } = budget
  if (!store?.reserve || !/^(interactive|batch)$/.test(priority)) {
    throw TypeError("`budget` takes a store of ghx/budget, and `priority` interactive or batch")
  }
  let loaded: Promise<Traffic> | undefined
  return {
    async schedule(trip, work) {
      loaded ??= import("./paced-traffic.js").then(({ pacedTraffic }) =>
        pacedTraffic(traffic, budget, ...about),
      )
      return (await loaded).schedule(trip, work)
    },
  }
}
