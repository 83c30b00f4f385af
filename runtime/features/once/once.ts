/** Applies writes once. Loaded by the first call with a key. */

import {
  type CallContext,
  type ExecuteCall,
  type FeatureCode,
  type Layer,
  looksAfter,
  planRoutes,
  serialize,
  waitIfTimeAllows,
} from "../../call/index.js"
import type { Once, ResultEnvelope, ResultError, ResultWarning } from "../../envelope/index.js"
import type { GraphqlTransport } from "../../graphql/index.js"
import type { Definition } from "../../routes/index.js"
import { unmarkedText, usesMarker, withMarker } from "./marker.js"
import {
  pickMembers,
  type ReconcileResult,
  type Reconciler,
  reconcilerFor,
  removalResult,
} from "./reconciler.js"
import { withKey } from "./with-key.js"

/** After this many requests without an answer, the outcome stays unknown. */
const mostSent = 3

/** A write that is under way. */
export interface Write<T> {
  readonly definition: Definition<T>
  readonly input: unknown
  readonly callContext: CallContext
  readonly next: ExecuteCall
}

/** Executes a write with a key, and continues until it is known whether it was applied, as far as possible. */
const layer: Layer = (next) => async (definition, input, callContext) => {
  const { key, reconcile } = definition
  if (key === undefined) return next(definition, input, callContext)
  const write = { definition, input, callContext, next }
  if (reconcile && ("document" in reconcile || "get" in reconcile))
    return serializeByKey(write, (lost) => sendAndReconcile(write, reconcilerFor(write), lost))
  const over = overLimit(write)
  if (over) return over
  if (!reconcile || !("none" in reconcile)) return sendUntilKnown(write)
  const envelope = unknownEarlierResult(write) ?? withOnce(await send(write), "sent")
  return withReason(envelope, reconcile.none)
}

export const onceCode: FeatureCode = {
  layer,
  define: (definition, { key, intended_at }) => withKey(definition, key, intended_at),
}

/** The failure of a write that exceeds a limit of its client. */
function overLimit<T>({ definition, callContext }: Write<T>): ResultEnvelope<T> | undefined {
  const error = callContext.counted?.()
  return error && failedResult(error, definition)
}

const send = <T>({ next, definition, input, callContext }: Write<T>) =>
  next(definition, input, callContext)

/** The unknown outcome of an earlier process that may have sent the write. */
function unknownEarlierResult({ definition }: Write<unknown>): Lost | undefined {
  const { intended_at, unsent } = definition
  if (intended_at === undefined || unsent) return undefined
  const message = `An earlier process that intended this write at ${intended_at} left no outcome`
  const details = { outcome: "unknown" } as const
  return failedResult<never>({ code: "UNKNOWN", message, retryable: false, details }, definition)
}

/**
 * A write that may be sent twice, or that GitHub refuses the second time, is sent until its outcome is
 * known.
 */
async function sendUntilKnown<T>(write: Write<T>): Promise<ResultEnvelope<T>> {
  const { definition, callContext } = write
  const { reconcile } = definition
  // After the write, another object may have this name.
  const before = reconcile && "gone" in reconcile ? await reconcilerFor(write).lookups() : undefined
  const lost = unknownEarlierResult(write)
  const first = lost ?? withOnce(await send(write), "sent")
  let envelope = first
  for (const wait of looksAfter) {
    if (!isUnknown(envelope)) return envelope
    const isSettled = definition.settled && envelope === lost
    if (!isSettled && !(await waitIfTimeAllows(wait, callContext))) return envelope
    const after = before && (await reconcilerFor(write).lookups())
    // The name now identifies another object, or none.
    if (after && after.text !== before.text) return removalResult(write, before.values) ?? envelope
    const one = await send(write)
    if (!one.ok && one.error.code === "NOT_FOUND" && reconcile && "gone" in reconcile)
      return removalResult(write, before?.values) ?? first
    if (!one.ok && !isUnknown(one) && reconcile) return withReason(first, one.error.message)
    envelope = withOnce(withUnknownOutcome(one), "repeated")
    // GitHub refused the second request permanently, and would refuse every further one.
    if (!one.ok && !one.error.retryable && !reconcile) return envelope
  }
  return envelope
}

/** Looks for the result of a write before it is sent, and whenever its outcome is unknown. */
async function sendAndReconcile<T>(
  write: Write<T>,
  reconciler: Reconciler<T>,
  earlier: Lost | undefined,
): Promise<ResultEnvelope<T>> {
  const { definition, input, callContext, next } = write
  const fresh = definition.unsent && !earlier && (await sendMarked(write))
  if (fresh && !isUnknown(fresh)) return fresh
  const before: ReconcileResult<T> = fresh ? { status: "absent" } : await reconciler.find()
  if (before.status === "found") return withOnce(before.envelope, "found")
  const lost = earlier ?? unknownEarlierResult(write)
  if (before.status === "unknown" && (before.isThere || lost))
    return withReason<T>(lost ?? failedResult(before.error, definition), before.error.message)
  if (before.status === "unknown" && before.error.code !== "NOT_FOUND")
    return notSentResult(before.error, definition)
  const warning = before.status === "absent" ? before.warning : undefined
  const sending = async (once: Once) => {
    const over = overLimit(write)
    if (over) return over
    const own = await withMarker(definition, input, reconciler.target())
    const known = withKnownLookups(definition, reconciler.knownLookups())
    return withOnce(await next(known, own, callContext), once, warning)
  }
  const isSettled = definition.settled && before.status === "absent"
  let envelope = fresh || (isSettled ? undefined : lost) || (await sending("sent"))
  for (let sent = 1; isUnknown(envelope); sent += 1) {
    // If it is unknown which objects existed before, an existing object is no evidence.
    if (before.status === "unknown") return withReason(envelope, before.error.message)
    let why = ""
    for (const wait of looksAfter) {
      if (!(await waitIfTimeAllows(wait, callContext)))
        return withReason(envelope, "No time was left to look for it")
      const seen = await reconciler.find()
      if (seen.status === "found") return withOnce(seen.envelope, "found")
      why = seen.status === "unknown" ? seen.error.message : ""
    }
    if (why) return withReason(envelope, why)
    if (sent === mostSent) return envelope
    const one = await sending("repeated")
    // If GitHub refuses this request, the one before may have been applied late.
    const late = one.ok || isUnknown(one) ? undefined : await reconciler.find()
    if (late?.status === "found") return withOnce(late.envelope, "found")
    // The lost request came from an earlier process, so GitHub would have applied it by now.
    if (late?.status === "absent" && lost && sent === 1) return one
    envelope = withOnce(withUnknownOutcome(one), "repeated")
    if (late) return withReason(envelope, "GitHub rejected it the second time")
  }
  return envelope
}

/**
 * Sends a write with a marker at once: nobody has sent it before, so there is nothing to look for.
 * Undefined without a GraphQL route, whose lookups the marker needs; nothing was sent then.
 */
async function sendMarked<T>(write: Write<T>): Promise<ResultEnvelope<T> | undefined> {
  const { definition, input, callContext, next } = write
  const { graphql: route, reconcile } = definition
  const { client, options, chain, graphql } = callContext
  const chained = chain?.several === true
  const planned = planRoutes(write, client, { only: options.route, chained })
  const first = planned.find(({ excluded }) => excluded === undefined)?.route.type
  if (!usesMarker(reconcile) || !route || first !== "graphql") return undefined
  if (unmarkedText(definition, input) !== undefined) return undefined
  const over = overLimit(write)
  if (over) return over
  let lookups: unknown
  const noting: Definition<T> = {
    ...definition,
    graphql: {
      ...route,
      variables: (given, found) => {
        lookups = found
        return route.variables(given, found)
      },
    },
  }
  const marking: GraphqlTransport = {
    query: (request) => graphql.query(request),
    async mutate(request) {
      const target = pickMembers(request.variables, reconcile.variables)
      const own = await withMarker(definition, input, target)
      return graphql.mutate({ ...request, variables: route.variables(own, lookups) })
    },
  }
  // Other routes would send the write without its marker.
  const only = { ...options, route: "graphql" } as const
  const envelope = await next(noting, input, { ...callContext, graphql: marking, options: only })
  if (envelope.ok || isUnknown(envelope) || options.route) return withOnce(envelope, "sent")
  const others = definition.routes.some((one) => one !== "graphql")
  const mayGoOn = others && envelope.error.details?.outcome === "not_sent"
  return mayGoOn ? undefined : withOnce<T>(envelope, "sent")
}

/** The capability with the results of lookups that already ran, to check whether the write was applied. */
function withKnownLookups<T>(definition: Definition<T>, known: unknown): Definition<T> {
  const { graphql } = definition
  if (!graphql?.lookups || known === undefined) return definition
  const { lookups: _, ...route } = graphql
  return {
    ...definition,
    graphql: {
      ...route,
      variables: (input) => route.variables(input, known),
      output: (data, input) => route.output(data, input, known),
    },
  }
}

/** Unknown outcomes of requests of this process that may still be under way. */
const underWay = new Map<string, Lost>()

/** Runs writes with the same key one after the other, and passes on that the outcome of the one before is unknown. */
function serializeByKey<T>(
  { definition, input, callContext }: Write<T>,
  work: (lost: Lost | undefined) => Promise<ResultEnvelope<T>>,
): Promise<ResultEnvelope<T>> {
  const { id, key, reconcile } = definition
  const { endpoint, retry } = callContext.client
  const { marker } = Object(reconcile)
  // A marker does not depend on the text and title of its write, nor on the case of names.
  const free = marker ? [marker, "title"] : []
  const named = JSON.stringify([endpoint.rest, id, key, input], (name, value: unknown) =>
    free.includes(name) ? null : value,
  ).toLowerCase()
  return serialize(callContext, JSON.stringify([id, key]), async () => {
    const lost = underWay.get(named)
    const envelope = await work(lost)
    // Nothing was sent since.
    if (envelope.meta === lost?.meta) return envelope
    underWay.delete(named)
    if (!envelope.ok && isUnknown(envelope)) {
      underWay.set(named, envelope)
      // After all looks; a request that is repeated is sent later. The timer of a browser is a number.
      const forget = () => underWay.delete(named)
      const timer: { unref?(): void } = Object(setTimeout(forget, 28 * retry.backoff_ms))
      timer.unref?.()
    }
    return envelope
  })
}

type Lost = ResultEnvelope<never> & { ok: false }

const isUnknown = (envelope: ResultEnvelope<unknown>) =>
  !envelope.ok && envelope.error.details?.outcome === "unknown"

function withDetails<T>(envelope: ResultEnvelope<T>, details: object): ResultEnvelope<T> {
  if (envelope.ok) return envelope
  const { error } = envelope
  return { ...envelope, error: { ...error, details: { ...error.details, ...details } } }
}

/** The outcome of the first request stays unknown, whatever a later one returned. */
const withUnknownOutcome = <T>(envelope: ResultEnvelope<T>) =>
  withDetails(envelope, { outcome: "unknown" })

/** Adds the reason why the outcome stays unknown. */
const withReason = <T>(envelope: ResultEnvelope<T>, unreconciled: string) =>
  isUnknown(envelope) ? withDetails(envelope, { unreconciled }) : envelope

/** Fails without sending, because an earlier run may have created the object. */
function notSentResult<T>(error: ResultError, definition: Definition): ResultEnvelope<T> {
  const message = `Not sent: the key may have been used before: ${error.message}`
  return withDetails<T>(failedResult({ ...error, message }, definition), { outcome: "not_sent" })
}

function failedResult<T>(
  error: ResultError,
  { id }: Definition,
): ResultEnvelope<T> & { ok: false } {
  return { ok: false, error, meta: { capability_id: id } }
}

function withOnce<T>(
  envelope: ResultEnvelope<T>,
  once: Once,
  warning?: ResultWarning,
): ResultEnvelope<T> {
  const warnings = [envelope.meta.warnings ?? [], warning ?? []].flat()
  const meta = { ...envelope.meta, once, ...(warnings.length > 0 && { warnings }) }
  return { ...envelope, meta }
}
