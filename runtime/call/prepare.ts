import type { Client } from "../client/index.js"
import type { ResultError } from "../envelope/index.js"
import { type Failure, toResultError } from "../errors/index.js"
import type { Snapshot } from "../input/index.js"
import type { Definition } from "../routes/index.js"
import type { Scope } from "../timing/index.js"

export type Prepared = { ok: true; input: unknown } | { ok: false; error: ResultError }

type Checks = typeof import("../validation/index.js")

let loading: Promise<Checks> | undefined
let loaded: Checks | undefined

/** What importing alone does without: it is loaded by the first call, and there at once ever after. */
export function loadChecks(): Checks | Promise<Checks> {
  if (loaded) return loaded
  loading ??= import("../validation/index.js").then((checks) => {
    loaded = checks
    return checks
  })
  return loading
}

/** Validates the copy of an input and applies defaults to it; then asks the client's guard. */
export async function prepare(
  definition: Definition,
  given: Snapshot,
  { redact, guard }: Client,
  { signal }: Pick<Scope, "signal">,
): Promise<Prepared> {
  const stopped = (failure: Failure): Prepared => ({
    ok: false,
    error: redact(toResultError(failure, definition)),
  })
  const forbidden = guard.forbids(definition)
  if (forbidden) return stopped(forbidden)
  const { checkInput, issueSentence } = await loadChecks()
  const { input, issues, fix } = checkInput(definition, given)
  if (issues.length === 0) {
    const { id: capability_id, effect } = definition
    const refused = await guard.stops({ capability_id, effect, input }, signal)
    return refused ? stopped(refused) : { ok: true, input }
  }
  return stopped({
    code: "VALIDATION",
    message: `Invalid input of ${definition.id}: ${issueSentence(issues, "input")}`,
    transient: false,
    outcome: "not_sent",
    details: { issues, ...(fix !== undefined && { fix }) },
  })
}
