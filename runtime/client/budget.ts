import type { BudgetOptions } from "../budget/index.js"
import type { Credentials, Http } from "../http/index.js"
import { checkOptions } from "../input/index.js"

/** Sends within a budget, which the first request loads. */
export function withinBudget(
  http: Http,
  budget: BudgetOptions,
  timeout_ms: number,
  host: string,
  credentials: Credentials,
): Http {
  const known = {
    store: "object",
    priority: "string",
    max_wait_ms: "number of at least 0",
  } as const
  const { store, priority = "interactive" } = checkOptions("`budget`", budget, known)
  if (typeof store?.reserve !== "function" || !["interactive", "batch"].includes(priority)) {
    throw new TypeError(
      '`budget` takes { store: memoryBudget() } of ghx/budget, and as `priority` "interactive" or "batch"',
    )
  }
  // An Octokit of the caller's brings its own token, which is known once it has sent something.
  const anonymous = crypto.randomUUID()
  const identity = async () => {
    const token = await credentials.token()
    const value = token.ok ? token.value : undefined
    return `${host} ${value ?? [...credentials.secrets].at(-1) ?? anonymous}`
  }
  let loaded: Promise<Http> | undefined
  const load = async () => {
    const { budgeted } = await import("../budget/index.js")
    return budgeted(http, budget, timeout_ms, identity)
  }
  return {
    async send(request, scope) {
      loaded ??= load()
      return (await loaded).send(request, scope)
    },
  }
}
