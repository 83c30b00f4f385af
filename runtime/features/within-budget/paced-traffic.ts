/** Sends within a budget. Loaded by the first request of a client that has one. */
import type { Endpoint, HttpOptions } from "../../http/index.js"
import type { Traffic } from "../../traffic/index.js"
import { type BudgetOptions, budgetedTraffic } from "../budget/index.js"

export function pacedTraffic(
  { traffic, timeout_ms, credentials }: HttpOptions,
  { host }: Endpoint,
  budget: BudgetOptions,
): Traffic {
  // A caller's Octokit brings its own token, which is only known after a request.
  const anonymous = crypto.randomUUID()
  return budgetedTraffic(traffic, budget, timeout_ms, async () => {
    const token = await credentials.token()
    const value = token.ok ? token.value : undefined
    return `${host} ${value ?? [...credentials.secrets].at(-1) ?? anonymous}`
  })
}
