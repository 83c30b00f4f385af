import type { Page } from "../definition/index.js"
import { addDocumented, permanent, unexpected } from "../errors/index.js"
import { remember } from "../graphql/index.js"
import { type Attempt, type Call, featureOf, type Route } from "../routes/index.js"
import { outputProblem } from "../validation/index.js"

/** The page in a list capability's result; undefined for every other result. */
export function pageOf(data: unknown): Page<unknown, number | null> | undefined {
  return isPage(data) ? data : undefined
}

function isPage(data: unknown): data is Page<unknown, number | null> {
  const { page_info, items }: { page_info?: unknown; items?: unknown } = Object(data)
  if (!Array.isArray(items)) return false
  const info = Object(page_info)
  return "has_next_page" in info && "end_cursor" in info
}

/** A result that breaks its contract is not passed on. */
function checked<T>(call: Call<T>, attempt: Attempt<T>): Attempt<T> {
  const { definition, client } = call
  const problem = attempt.ok && outputProblem(definition, attempt.data, client.validate_output)
  if (!problem) return attempt
  const applied = definition.effect !== "read"
  const failure = permanent(
    "UNKNOWN",
    "unknown",
    `The result of ${definition.id} breaks its contract: ${problem}`,
    applied ? { applied, fix: "GitHub applied the write; do not repeat the call" } : undefined,
  )
  return { ok: false, failure, ...(attempt.headers && { headers: attempt.headers }) }
}

/** A mapping that throws is a defect of its card, and must not break the chain around it. */
export async function attemptSafely<T>(route: Route, whole: Call<T>): Promise<Attempt<T>> {
  const { client, definition, input } = whole
  // Over GraphQL no answer is cached.
  const answers: (() => void)[] | undefined = route.type === "graphql" ? undefined : []
  const call = answers ? keepingIn(answers, whole) : whole
  // A copy, because the write may replace ids in the meantime.
  const identities = client.identities && { ...client.identities }
  let attempt: Attempt<T>
  try {
    if (definition.effect !== "read")
      addDocumented(featureOf(definition.parts, "writes").documented)
    // Over GraphQL, this check is sent with the lookups.
    const refused = answers && (await call.stray?.(client.graphql))
    attempt = refused ? { ok: false, failure: refused } : checked(call, await route.attempt(call))
  } catch (error) {
    attempt = { ok: false, failure: unexpected(error, whole.scope.sent.requests > 0) }
  }
  // An answer that broke its contract is not cached: it would break it again for as long as GitHub confirms
  // it.
  if (attempt.ok) for (const put of answers ?? []) put()
  if (definition.effect !== "read" && mayHaveChanged(attempt)) {
    if (client.lookups) client.lookups.answers = undefined
    if (client.identities && definition.renames) client.identities.known = new Map()
  }
  if (attempt.ok && identities && !whole.scope.sent.moved)
    remember(identities, definition.identifies?.(attempt.data, input))
  return attempt
}

function keepingIn<T>(answers: (() => void)[], call: Call<T>): Call<T> {
  const keep = (put: () => void) => answers.push(put)
  return { ...call, scope: { ...call.scope, keep } }
}

/**
 * Whether the results of lookups may be outdated now. A missing node shows that they were outdated before.
 */
function mayHaveChanged(attempt: Attempt<unknown>): boolean {
  if (attempt.ok) return true
  const { code, outcome } = attempt.failure
  return outcome === "unknown" || (outcome === "rejected" && code === "NOT_FOUND")
}
