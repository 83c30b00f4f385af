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
  const refused = (message: string, fix: string) =>
    permanent("VALIDATION", "not_sent", `Invalid key of ${id}: ${message}`, {
      issues: [{ pointer: "/key", message }],
      fix,
    })
  if (effect === "read") return refused("a read needs no key", "Remove the key")
  if (typeof key !== "string" || key.length === 0 || key.length > longest)
    return refused(
      `a key must be a string of 1 to ${longest} characters`,
      'Name this write, such as "nightly:41"',
    )
  if (idempotent || unfindable === undefined) return undefined
  return refused(unfindable, "Remove the key, and check on GitHub if the outcome is unknown")
}

function timeProblem(id: string, time: unknown): Failure | undefined {
  if (time === undefined) return undefined
  if (typeof time === "string" && /^\d{4}-\d\d-\d\dT/.test(time) && Date.parse(time) > 0)
    return undefined
  const message = "expected a time such as 2026-11-24T03:00:00Z"
  const issues = [{ pointer: "/intended_at", message }]
  return permanent("VALIDATION", "not_sent", `Invalid intended_at of ${id}: ${message}`, { issues })
}
