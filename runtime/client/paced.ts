/** Requests within a budget; loaded by the first request of a client that has one. */
import { type BudgetOptions, budgeted } from "../budget/index.js"
import type { Credentials, Http } from "../http/index.js"

export function paced(
  http: Http,
  budget: BudgetOptions,
  timeout_ms: number,
  host: string,
  credentials: Credentials,
): Http {
  // An Octokit of the caller's brings its own token, which is known once it has sent something.
  const anonymous = crypto.randomUUID()
  return budgeted(http, budget, timeout_ms, async () => {
    const token = await credentials.token()
    const value = token.ok ? token.value : undefined
    return `${host} ${value ?? [...credentials.secrets].at(-1) ?? anonymous}`
  })
}
