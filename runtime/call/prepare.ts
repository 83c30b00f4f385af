import type { Client } from "../client/index.js"
import type { ResultError } from "../envelope/index.js"
import { type Failure, notLoaded, permanent, toResultError } from "../errors/index.js"
import type { Snapshot } from "../input/index.js"
import type { LoadedDefinition } from "../routes/index.js"
import { textToWrite } from "../text/index.js"
import { deadline, monotonicNow, type Scope } from "../timing/index.js"
import { checkInput, issueSentence } from "../validation/index.js"
import type { RunOptions } from "./call-context.js"
import { type Called, definitionFor, type FeatureCode, featuresBefore } from "./feature-code.js"

/**
 * Runs `work` within a caller's signal and time limit.
 *
 * Only the caller's own abort rejects, with what `aborted` makes of it; a result that arrives
 * nevertheless is still returned.
 */
export async function withinScope<R>(
  { signal, timeout_ms, onWait }: Pick<RunOptions, "signal" | "timeout_ms" | "onWait">,
  work: (scope: Scope) => Promise<R>,
  succeeded: (result: R) => boolean,
  aborted: (result: R, reason: unknown) => unknown = (_, reason) => reason,
): Promise<R> {
  if (signal?.aborted) throw signal.reason
  const started = monotonicNow()
  // Creating a signal costs more than the rest of a call, so it is created only if needed.
  const limit = signal || timeout_ms !== undefined ? deadline(signal, timeout_ms) : undefined
  try {
    const sent = { requests: 0, points: 0 }
    const result = await work({
      signal: limit?.signal,
      started,
      sent,
      ends: started + (timeout_ms ?? Infinity),
      ...(onWait && { onWait }),
    })
    if (signal?.aborted && !succeeded(result)) throw aborted(result, signal.reason)
    return result
  } finally {
    limit?.clear()
  }
}

export type Prepared<Id extends string, T> =
  | { ok: true; definition: LoadedDefinition<Id, unknown, T>; input: unknown }
  | { ok: false; error: ResultError }

/**
 * Loads a capability, validates the copy of an input and applies defaults, then asks the guards. An input
 * that other steps complete is validated as far as it is present.
 */
export async function prepare<Id extends string, T>(
  capability: Called<Id, T>,
  given: Snapshot,
  client: Client,
  scope: Scope,
): Promise<Prepared<Id, T>> {
  const { redact, guard } = client
  const { id, effect } = capability.definition
  const stopped = (failure: Failure) => ({
    ok: false as const,
    error: redact(toResultError(failure, capability.definition)),
  })
  const forbidden = guard.forbids(capability.definition)
  if (forbidden) return stopped(forbidden)
  let before: readonly FeatureCode[]
  let definition: LoadedDefinition<Id, unknown, T>
  try {
    const loading = featuresBefore(client, capability.options)
    before = loading instanceof Promise ? await loading : loading
    const isPlain = before.length === 0 && !capability.options
    definition = await (isPlain ? capability.load() : definitionFor(capability, client, before))
  } catch (error) {
    return stopped(notLoaded(id, error))
  }
  if (definition.refused) return stopped(definition.refused)
  const own = before.reduce((input, one) => one.readInput?.(input, client) ?? input, given)
  const { input: checked, issues, fix } = checkInput(definition, own)
  const input = effect === "read" ? checked : client.cleanProse(checked, {}, textToWrite).data
  if (issues.length === 0) {
    const barred = definition.barred?.(client, input)
    if (barred) return stopped(barred)
    // A confirmation shows every value, so it waits for the references.
    if (given.references) return { ok: true, definition, input }
    const [excluded] = before.flatMap((one) => one.admit?.(definition, input, client) ?? [])
    const intent = { capability_id: id, effect, input: Object(input) }
    const locate = () =>
      before.find((one) => one.locate)?.locate?.(definition, input, client, scope)
    const stopping = excluded ?? guard.stops(intent, scope.signal, definition, locate)
    const refused = stopping instanceof Promise ? await stopping : stopping
    return refused ? stopped(refused) : { ok: true, definition, input }
  }
  const message = `Invalid input of ${id}: ${issueSentence(issues, "input")}`
  const details = { issues, ...(fix !== undefined && { fix }) }
  return stopped(permanent("VALIDATION", "not_sent", message, details))
}
