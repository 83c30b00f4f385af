/** Journals the calls of a run. */

import { loadKeys } from "../../../runtime/features/once/index.js"
import {
  type Around,
  type Client,
  type LoadedDefinition,
  originalOf,
  type PlacedCall,
  type ResultEnvelope,
  shownResult,
} from "../../../runtime/index.js"
import { isSame, plain } from "./differences.js"
import type { Hold } from "./hold.js"
import { RunError, type StepFinished } from "./journal.js"
import type { LoggedStep, RunLog } from "./log.js"
import type { Writer } from "./writer.js"

type Envelope = ResultEnvelope<unknown>
type Definition = LoadedDefinition<string, unknown, unknown>

interface RunContext {
  readonly run: string
  /** The prefix of the keys of this run, to which the place of a step is added. */
  readonly key: string
  readonly log: RunLog
  readonly writer: Writer
  readonly held: Hold
  /** Whether all requests of an earlier process have been executed by now. */
  readonly isSettled: boolean
}

export function journaled({ run, key, log, writer, held, isSettled }: RunContext) {
  const around: Around = async (call, next) => {
    const { place, definition, input } = call
    const callContext = { ...call.callContext, scope: watched(call) }
    const known = log.steps.get(place)
    const different = known && differenceFrom(known, call)
    if (different) held.stop(new RunError(run, "different", different))
    if (held.signal.aborted) return notSent(definition, held.signal.reason)
    if (known?.done) return replayed(known.done, definition, callContext.client)
    if (definition.effect === "read") {
      const envelope = await next(definition, input, callContext)
      return noted(envelope, { ...finishedOf(call, envelope), input: plain(input) })
    }
    const at = new Date().toISOString()
    const preparing = keyed(definition, `${key}:${place}`, at, known?.open?.at, isSettled)
    // Calls that become ready at the same time are stored together.
    const intent = preparing.then((own) => ({
      kind: "intent" as const,
      at,
      step: place,
      task: definition.id,
      input: plain(input),
      ...(own.key !== undefined && { key: own.key }),
    }))
    try {
      await writer.write(intent)
      held.check()
    } catch (error) {
      return notSent(definition, error)
    }
    const own = await preparing
    const envelope =
      own.refused && known?.open
        ? unknownOutcome(definition, known.open.at)
        : await next(own.refused ? definition : own, input, callContext)
    return noted(envelope, { ...finishedOf(call, envelope), ...mayBeDone(envelope, known) })
  }

  /** Records waits for the rate budget, so that others can see why a run pauses. */
  const watched = ({
    place,
    definition,
    callContext,
  }: PlacedCall): PlacedCall["callContext"]["scope"] => ({
    ...callContext.scope,
    waits(window, wait_ms) {
      callContext.scope.waits?.(window, wait_ms)
      const now = Date.now()
      const at = new Date(now).toISOString()
      const until = new Date(now + wait_ms).toISOString()
      const step = { step: place, task: definition.id }
      writer.write({ kind: "waiting", at, ...step, window, until }).catch(() => undefined)
    },
  })

  /**
   * Not awaited: later intents, and the end of the run, are stored after it. If it cannot be stored, the result
   * stands and the run stops.
   */
  const noted = (envelope: Envelope, entry: StepFinished) => {
    writer.write(entry).catch(() => undefined)
    return envelope
  }
  return around
}

/** A function may create different steps than before. */
function differenceFrom({ task, input }: LoggedStep, call: PlacedCall): string | undefined {
  const { place, definition } = call
  if (task !== definition.id) return `#${place} was ${task}, is ${definition.id}`
  if (input === undefined || isSame(input, plain(call.input))) return undefined
  return `#${place} ${task} has a different input than when it was sent`
}

/** The write with a key, or `refused` if its outcome cannot be determined. */
async function keyed(
  definition: Definition,
  key: string,
  now: string,
  open: string | undefined,
  isSettled: boolean,
): Promise<Definition> {
  // The result of a write with the user's own key is always looked for.
  if (definition.key !== undefined && open === undefined) return definition
  const { withKey } = await loadKeys()
  const intended_at = definition.intended_at ?? open ?? now
  const own = await withKey(definition, definition.key ?? key, intended_at)
  if (own.refused) return own
  return { ...own, ...(open === undefined ? { unsent: true } : isSettled && { settled: true }) }
}

/** A result recorded by an earlier process, as this client shows it. */
function replayed(
  { task, data, once }: StepFinished,
  definition: Definition,
  client: Client,
): Envelope {
  const given = shownResult(definition, data, client).data
  const meta = { capability_id: task, ...(isOnce(once) && { once }) }
  return { ok: true, data: given, meta }
}

const isOnce = (once: unknown): once is "sent" | "found" | "repeated" =>
  ["sent", "found", "repeated"].includes(String(once))

function finishedOf(
  { place, definition, callContext }: PlacedCall,
  envelope: Envelope,
): StepFinished {
  const { once } = envelope.meta
  const own = { at: new Date().toISOString(), step: place, task: definition.id }
  const entry = { kind: "result", ...own } as const
  if (envelope.ok)
    return { ...entry, data: originalOf(envelope.data, callContext.client), ...(once && { once }) }
  const { code, message, details } = envelope.error
  return { ...entry, error: { code, message, ...(details && { details }) } }
}

/** Whether a failed write may have been applied, now or by an earlier process. */
function mayBeDone(envelope: Envelope, known: LoggedStep | undefined): { unknown?: true } {
  if (envelope.ok) return {}
  const { outcome, applied } = envelope.error.details ?? {}
  const isRefused = outcome === "rejected" && applied === undefined
  const isUnsent = outcome === "not_sent" && !known?.open
  return isRefused || isUnsent ? {} : { unknown: true }
}

/** The error of a write that was not sent, or whose outcome is unknown. */
const refused = (
  { id }: Definition,
  outcome: "not_sent" | "unknown",
  message: string,
): Envelope => ({
  ok: false,
  error: { code: "UNKNOWN", message, retryable: outcome === "not_sent", details: { outcome } },
  meta: { capability_id: id },
})

function notSent(definition: Definition, reason: unknown): Envelope {
  const why = reason instanceof Error ? reason.message : reason
  return refused(definition, "not_sent", `Not sent: ${why}`)
}

/** The error of a write with an unknown outcome that an earlier process may have sent. */
const unknownOutcome = (definition: Definition, at: string) =>
  refused(
    definition,
    "unknown",
    `An earlier process intended to send this write at ${at}; it is unknown whether GitHub applied it`,
  )
