/** A write with a key. Loaded by the first such call. */
import { type Failure, permanent } from "../../errors/index.js"
import { answerPartsOf, type LoadedDefinition } from "../../routes/index.js"

const notFound = "ghx cannot find out whether GitHub applied this write"

/** Longer than keys in practice, and short enough for a message. */
const longest = 200

/** A definition whose write is applied once, or a refusal if that cannot be guaranteed. */
export async function withKey<Id extends string, Input, Output>(
  whole: LoadedDefinition<Id, Input, Output>,
  key: unknown,
  intended_at: unknown,
): Promise<LoadedDefinition<Id, Input, Output>> {
  if (whole.refused) return whole
  const { reconcile } = await answerPartsOf(whole)
  const none = reconcile && "none" in reconcile && intended_at === undefined
  const wrong =
    problem(whole, key, none ? reconcile.none : reconcile ? undefined : notFound) ??
    timeProblem(whole.id, intended_at)
  if (wrong) return { ...whole, refused: wrong }
  return {
    ...whole,
    key: String(key),
    ...(reconcile && { reconcile }),
    ...(typeof intended_at === "string" && { intended_at }),
  }
}

function problem(
  { id, effect, idempotent }: LoadedDefinition<string, unknown, unknown>,
  key: unknown,
  unfindable: string | undefined,
): Failure | undefined {
  if (effect === "read") return invalid(id, "key", "a read needs no key", "Remove the key")
  if (typeof key !== "string" || key.length === 0 || key.length > longest) {
    const message = `a key must be a string of 1 to ${longest} characters`
    return invalid(id, "key", message, 'Name this write, such as "nightly:41"')
  }
  if (idempotent || unfindable === undefined) return undefined
  const fix = "Remove the key, and check on GitHub if the outcome is unknown"
  return invalid(id, "key", unfindable, fix)
}

function timeProblem(id: string, time: unknown): Failure | undefined {
  const isTime = typeof time === "string" && /^\d{4}-\d\d-\d\dT/.test(time) && Date.parse(time) > 0
  if (isTime || time === undefined) return undefined
  return invalid(id, "intended_at", "expected a time such as 2026-11-24T03:00:00Z")
}

function invalid(id: string, name: string, message: string, fix?: string): Failure {
  const issues = [{ pointer: `/${name}`, message }]
  const details = { issues, ...(fix && { fix }) }
  return permanent("VALIDATION", "not_sent", `Invalid ${name} of ${id}: ${message}`, details)
}
