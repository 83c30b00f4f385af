import type { ClientFeature } from "../../client/index.js"
import { checkOptions, count, milliseconds } from "../../input/index.js"
import type { Traffic } from "../../traffic/index.js"
import type { BudgetLimit, BudgetOptions } from "../budget/index.js"

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

/** Sends within a budget that several processes share. The first request loads its code. */
export function withinBudget(given: BudgetOptions): ClientFeature {
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
  return {
    name: "budget",
    rank: 0,
    connect(connection, endpoint) {
      let loaded: Promise<Traffic> | undefined
      return {
        traffic: {
          async schedule(trip, work) {
            loaded ??= import("./paced-traffic.js").then(({ pacedTraffic }) =>
              pacedTraffic(connection, endpoint, budget),
            )
            return (await loaded).schedule(trip, work)
          },
        },
      }
    },
  }
}
