/** Runs interceptors. Loaded by the first call of a client that has any. */
import type {
  ErrorCode,
  ResultEnvelope,
  ResultError,
  ResultMeta,
  ResultWarning,
} from "../../envelope/index.js"
import { type Failure, permanent, reasonOf, shorten, toResultError } from "../../errors/index.js"
import { untilAborted } from "../../timing/index.js"
import type { InterceptedCall, Interceptor } from "./interceptor.js"

/** A call, and what interceptors see of it. */
export interface Around {
  readonly call: InterceptedCall
  /** Whether the caller asked for `meta.attempts`. */
  readonly trace: boolean
  redact<T>(value: T): T
}

export type Intercepted = typeof intercepted

type Inner<T> = () => Promise<ResultEnvelope<T>>

/** Executes a call within interceptors: the first of the list is the outermost. */
export async function intercepted<T>(
  interceptors: readonly Interceptor[],
  around: Around,
  executeCall: Inner<T>,
): Promise<ResultEnvelope<T>> {
  const outermost = interceptors.reduceRight<Inner<T>>(
    (inner, interceptor) => () => within(interceptor, around, inner),
    executeCall,
  )
  const envelope = await outermost()
  if (!around.trace) delete envelope.meta.attempts
  return envelope
}

/** The result of `next`, and the interceptor's copy of it. */
interface Given<T> {
  readonly outcome: ResultEnvelope<T>
  readonly copy: ResultEnvelope<T>
}

/**
 * Runs one interceptor around the inner ones. Even if it misbehaves, a write is executed at most once, and the caller
 * gets the result of that write.
 */
async function within<T>(
  interceptor: Interceptor,
  { call: about, redact }: Around,
  inner: Inner<T>,
): Promise<ResultEnvelope<T>> {
  const { capability_id: id, effect, signal } = about
  const call = Object.freeze({ ...about, input: structuredClone(about.input) })
  const begun: Promise<unknown>[] = []
  let last: Given<T> | undefined
  let mayBegin = true
  let isOver = false
  const executeCall = async () => {
    const outcome = await inner()
    mayBegin = effect === "read" || isNotApplied(outcome)
    last = { outcome, copy: outcome }
    last = { outcome, copy: structuredClone(outcome) }
    return last.copy
  }
  const once = async (given: InterceptedCall) => {
    if (given !== call) throw new TypeError("`next` takes the call object that the interceptor got")
    if (isOver) throw new Error(`\`next\` of ${id} was called after the interceptor had returned`)
    if (!mayBegin) {
      throw new Error(
        `\`next\` of ${id} was called again, but the write may already have been applied`,
      )
    }
    mayBegin = effect === "read"
    const one = executeCall()
    begun.push(one)
    return one
  }
  const next = (given: InterceptedCall) => {
    const outcome = once(given)
    // An unhandled rejection must not end the process.
    outcome.catch(() => {})
    return outcome
  }

  let returned: Returned | undefined
  let thrown: string | undefined
  try {
    const work = (async () => interceptor(next)(call))()
    returned = returnedIn(await (signal ? untilAborted(work, signal) : work))
  } catch (error) {
    thrown = shorten(reasonOf(error))
  }
  isOver = true
  // Waits for calls in flight; otherwise their results would be lost.
  await Promise.all(begun)
  if (last) return resultAfterCall(last, { returned, thrown }, { call, redact })
  const error = notStartedError({ returned, thrown }, call)
  return { ok: false, error: redact(error), meta: redact({ ...returned?.meta, capability_id: id }) }
}

/** A write that was certainly not applied may be started once more. */
function isNotApplied(outcome: ResultEnvelope<unknown>): boolean {
  const known = outcome.ok ? undefined : outcome.error.details?.outcome
  return known === "not_sent" || known === "rejected"
}

/** The result of an interceptor. */
interface Returned {
  readonly envelope: Readonly<Record<"ok" | "data" | "error", unknown>>
  readonly meta: Partial<ResultMeta>
  /** The error with which it refuses the call, or withholds the result of a read. */
  readonly refused: ResultError | undefined
}

/** Copies plain data, so that reading it later cannot throw. */
function returnedIn(value: unknown): Returned | undefined {
  const { ok, data, error, meta }: Record<string, unknown> = Object(value)
  if (typeof ok !== "boolean") return undefined
  const refused = ok ? undefined : errorIn(error)
  return {
    envelope: { ok, data, error },
    meta: plainCopy(Object(meta)),
    refused,
  }
}

function plainCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

interface Result {
  readonly returned: Returned | undefined
  readonly thrown: string | undefined
}

/** The result of a call that was executed. GitHub's answer stands; the interceptor can only add to its meta. */
function resultAfterCall<T>(
  { outcome, copy }: Given<T>,
  { returned, thrown }: Result,
  { call, redact }: Omit<Around, "trace">,
): ResultEnvelope<T> {
  const { capability_id, effect } = call
  const meta: ResultMeta = { ...returned?.meta, ...outcome.meta }
  if (effect === "read" && outcome.ok && returned?.refused) {
    return { ok: false, error: redact(returned.refused), meta: redact(meta) }
  }
  const warnings = warningsIn(returned?.meta) ?? outcome.meta.warnings ?? []
  const wrong = thrown ?? interceptorMistake(returned, copy)
  if (wrong !== undefined) {
    warnings.push({
      code: "CALLER",
      message: `An interceptor of ${capability_id} failed; the result of the call is unchanged: ${wrong}`,
    })
  }
  if (warnings.length > 0) meta.warnings = warnings
  else delete meta.warnings
  return { ...outcome, meta: redact(meta) }
}

function warningsIn({ warnings }: Partial<ResultMeta> = {}): ResultWarning[] | undefined {
  return Array.isArray(warnings) ? warnings.map(warningIn) : undefined
}

/** A warning of an interceptor; anything but a warning becomes the message of one. */
function warningIn(given: unknown): ResultWarning {
  const one: Partial<ResultWarning> = Object(given)
  const { code, message } = one
  if (typeof code === "string" && typeof message === "string") return { ...one, code, message }
  return { code: "CALLER", message: String(message ?? given) }
}

function interceptorMistake(
  returned: Returned | undefined,
  copy: ResultEnvelope<unknown>,
): string | undefined {
  if (!returned) return "it returned no envelope"
  const { ok, data, error } = returned.envelope
  const isSame = ok === copy.ok && data === copy.data && error === copy.error
  return isSame ? undefined : "it returned another envelope"
}

/** The error of a call that the interceptor did not start. */
function notStartedError({ returned, thrown }: Result, call: InterceptedCall): ResultError {
  const { capability_id: id, effect, signal } = call
  if (returned?.refused) {
    const { details, ...error } = returned.refused
    const outcome = effect !== "read" && { outcome: "not_sent" as const }
    return { ...error, details: { ...details, ...outcome } }
  }
  const why =
    thrown ?? (returned ? "it returned a result without calling `next`" : "it returned no envelope")
  const message = `Not sent: an interceptor of ${id} failed: ${why}`
  const failure: Failure = signal?.aborted
    ? { code: "NETWORK", message, transient: true, outcome: "not_sent" }
    : permanent("UNKNOWN", "not_sent", message)
  return toResultError(failure, call)
}

const codes: Readonly<Record<ErrorCode, true>> = {
  AUTH: true,
  NOT_FOUND: true,
  VALIDATION: true,
  RATE_LIMIT: true,
  NETWORK: true,
  SERVER: true,
  ADAPTER_UNSUPPORTED: true,
  UNKNOWN: true,
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(codes, code)
}

/** An interceptor's error as plain data; undefined if the value is not an error. */
function errorIn(given: unknown): ResultError | undefined {
  const { code, message, retryable, details }: Record<string, unknown> = Object(given)
  if (!isCode(code) || typeof message !== "string") return undefined
  const error = { code, message, retryable: retryable === true }
  return details === undefined ? error : { ...error, details: plainCopy(Object(details)) }
}
