import { featuresBefore, prepare } from "../call/index.js"
import { type Client, destroys, unconfirmed } from "../client/index.js"
import type { ErrorCode, ResultError, ValidationIssue } from "../envelope/index.js"
import { permanent, toResultError } from "../errors/index.js"
import type { Snapshot } from "../input/index.js"
import { isLocal } from "../route-names/index.js"
import type { Definition } from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import { heldBackMessage } from "./chain-failed.js"
import type { EachPlan } from "./each.js"
import type { ChainEntry, PlannedEntry } from "./entries.js"
import { sourcesOf, type ValueSources, valueSourcesOf } from "./values.js"

/** An entry that can be sent as soon as the entries whose values it uses are done. */
export interface ReadyStep extends Omit<ValueSources, "issues"> {
  readonly entry: PlannedEntry
  readonly definition: Definition
  /** Validated, with defaults; null where another step provides the value. */
  readonly input: unknown
  /** The entries that it waits for, by index. */
  readonly after: readonly number[]
  /** Which items of its list the step is made for. */
  readonly where: EachPlan["where"]
}

/** Either every step is ready to be sent, or every step has the error that prevents it. */
type Preflight =
  | { ok: true; ready: ReadyStep[] }
  | { ok: false; rejected: { task: string; ok: false; error: ResultError }[] }

/**
 * Checks everything that is known about a chain before anything is sent: ids, inputs, references and, in a
 * chain of several steps, HTTP routes.
 *
 * @param through - the client whose guards apply, instead of each step's own
 */
export async function preflight(
  entries: readonly ChainEntry[],
  scope: Scope,
  through: (client: Client) => Client = (client) => client,
): Promise<Preflight> {
  const each = await Promise.all(
    entries.map((entry, index) =>
      entry.ok ? checkEntry(entries, index, entry, scope, through(entry.plan.client())) : entry,
    ),
  )
  const checks = await admitted(each, through)
  if (checks.every((check) => check.ok)) return { ok: true, ready: checks }
  const rejected = checks.map((check) =>
    check.ok
      ? { task: check.definition.id, ok: false as const, error: heldBack(check.entry) }
      : check,
  )
  return { ok: false, rejected }
}

/**
 * Refuses the steps that a client does not admit together, such as more than its limits allow. An `each` is not among
 * them, because its size is not known yet.
 */
async function admitted(checks: Check[], through: (client: Client) => Client): Promise<Check[]> {
  const together = new Map<Client, Extract<Check, { ok: true }>[]>()
  for (const check of checks) {
    if (!check.ok || check.entry.each) continue
    const client = through(check.entry.plan.client())
    const others = together.get(client)
    if (others) others.push(check)
    else together.set(client, [check])
  }
  const refused = new Map<Check, Check>()
  for (const [client, own] of together) {
    const definitions = own.map(({ definition }) => definition)
    for (const { admitAll } of await featuresBefore(client)) {
      for (const [index, failure] of admitAll?.(definitions, client).entries() ?? []) {
        const check = own[index]
        if (!failure || !check) continue
        const { definition } = check
        const error = toResultError(failure, definition)
        refused.set(check, { ok: false, task: definition.id, error })
      }
    }
  }
  return checks.map((check) => refused.get(check) ?? check)
}

type Check = ({ ok: true } & ReadyStep) | { ok: false; task: string; error: ResultError }

async function checkEntry(
  entries: readonly ChainEntry[],
  index: number,
  entry: PlannedEntry,
  scope: Scope,
  client: Client,
): Promise<Check> {
  const { plan } = entry
  const { id, routes } = plan.definition
  if (entries.length > 1 && routes.every(isLocal)) {
    const message = `capability '${id}' has no GraphQL or REST route and cannot be chained`
    return { ok: false, task: id, error: unsent("ADAPTER_UNSUPPORTED", message, entry) }
  }
  const { issues, ...taken } = valueSourcesOf(entries, index, entry)
  const isTaking = taken.sources.length > 0 || taken.list !== undefined
  const wrong = isTaking ? await mistakesIn(entries, index, entry, taken) : []
  const more = [...issues, ...wrong]
  const given =
    more.length > 0 ? { ...plan.input, issues: [...plan.input.issues, ...more] } : plan.input
  const prepared = await prepare(plan, given, client, scope)
  if (!prepared.ok) return { ok: false, task: id, error: prepared.error }
  const from = sourcesOf(taken)
  const { definition, input } = prepared
  if (!client.guard.asks && needsConfirmation(entry, prepared, from)) {
    return { ok: false, task: id, error: toResultError(unconfirmed(id), plan.definition) }
  }
  const after = taken.behind.length > 0 ? [...new Set([...from, ...taken.behind])] : from
  const where = entry.each ? await untaggedConditions(entry.each, client) : []
  return { ok: true, entry, definition, input, after, where, ...taken }
}

/** Whether only a client with `confirm` may run a step: a destructive one whose target comes from elsewhere. */
function needsConfirmation(
  { confirm }: PlannedEntry,
  { definition, input }: { readonly definition: Definition; readonly input: unknown },
  from: readonly number[],
): boolean {
  return (from.length > 0 || confirm === true) && destroys(definition, input)
}

/** Removes the tags of untrusted content from conditions, because items are compared as GitHub has them. */
async function untaggedConditions({ where }: EachPlan, client: Client): Promise<EachPlan["where"]> {
  if (typeof where === "function" || where.length === 0) return where
  const before = await featuresBefore(client)
  const read = (value: unknown) =>
    before.reduce<Snapshot>((given, one) => one.readInput?.(given, client) ?? given, {
      value,
      issues: [],
    })
  return where.map(({ path, condition }) => ({ path, condition: read(condition).value }))
}

/** Problems with references that the contracts reveal. */
async function mistakesIn(
  entries: readonly ChainEntry[],
  index: number,
  entry: PlannedEntry,
  taken: Omit<ValueSources, "issues">,
): Promise<ValidationIssue[]> {
  const { mistakes } = await import("./mistakes.js")
  return mistakes(entries, index, entry, taken)
}

/** The error of a valid step whose chain was rejected. */
function heldBack(entry: PlannedEntry): ResultError {
  return unsent("VALIDATION", heldBackMessage, entry)
}

function unsent(code: ErrorCode, message: string, { plan }: PlannedEntry): ResultError {
  return toResultError(permanent(code, "not_sent", message), plan.definition)
}
