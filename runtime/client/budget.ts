import type { BudgetOptions } from "../budget/index.js"
import type { Credentials, Http } from "../http/index.js"

/** Sends within a budget, which the first request loads. */
export function withinBudget(
  http: Http,
  budget: BudgetOptions,
  ...about: [timeout_ms: number, host: string, credentials: Credentials]
): Http {
  if (!budget.store?.reserve) throw new TypeError("`budget` takes { store: memoryBudget() }")
  let loaded: Promise<Http> | undefined
  return {
    async send(request, scope) {
      loaded ??= import("./paced.js").then(({ paced }) => paced(http, budget, ...about))
      return (await loaded).send(request, scope)
    },
  }
}
