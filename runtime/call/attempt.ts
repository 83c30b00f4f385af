import { unexpected } from "../errors/index.js"
import type { Attempt, Call, Route } from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import { checked } from "./checked.js"

/** A mapping that throws is a defect of its card, and must not break the chain around it. */
export async function attemptSafely<T>(route: Route, whole: Call<T>): Promise<Attempt<T>> {
  const answers: (() => void)[] = []
  const scope: Scope = { ...whole.scope, keep: (put) => answers.push(put) }
  const call = { ...whole, scope }
  const { client, definition } = call
  let attempt: Attempt<T>
  try {
    // Over GraphQL it travels with the look-ups.
    const refused = route.type === "graphql" ? undefined : await call.stray?.(client.graphql)
    attempt = refused
      ? { ok: false, failure: refused }
      : await checked(call, await route.attempt(call))
  } catch (error) {
    attempt = { ok: false, failure: unexpected(error, scope.sent.requests > 0) }
  }
  // An answer that broke its contract is not cached: it would break it again for as long as GitHub confirms
  // it.
  if (attempt.ok) for (const put of answers) put()
  if (definition.effect !== "read" && mayHaveChanged(attempt)) client.lookups?.forget()
  return attempt
}

/** Whether what look-ups found may be untrue now; a node that is gone is a sign that it was before. */
function mayHaveChanged(attempt: Attempt<unknown>): boolean {
  if (attempt.ok) return true
  const { code, outcome } = attempt.failure
  return outcome === "unknown" || (outcome === "rejected" && code === "NOT_FOUND")
}
