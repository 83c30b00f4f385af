import type { RestEndpoint, RestRequest } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { type Failure, type ResponseHeaders, reasonOf } from "../../errors/index.js"
import type { HttpAnswer } from "../../http/index.js"
import type { Attempt, Call, PageRequest } from "../route/index.js"
import { featureOf, notFound, notSendable, unreadAnswer } from "../route/index.js"
import { ask, bodyOf, cutOf, type Target } from "./ask.js"

/** How far a call has come. */
export interface Progress {
  readonly call: Call<unknown>
  readonly page: PageRequest | undefined
  /** By the names of the endpoints, and `lookups`. */
  readonly responses: Record<string, unknown>
  readonly warnings: ResultWarning[]
  /** Of the last answer. */
  headers: ResponseHeaders
  /** Of the last page of the list. */
  paged: ResponseHeaders
  /** Whether GitHub has applied a write. */
  applied: boolean
  bytes?: Uint8Array | undefined
  /** In a dry run: why there is no answer. */
  dry?: Failure | undefined
}

type Failed = Extract<Attempt<never>, { ok: false }>
type Endpoint = RestEndpoint<unknown>

/** Calls an endpoint, for each of its items, and keeps the response; returns the failure, if any. */
export async function callEndpoint(
  endpoint: Endpoint,
  progress: Progress,
): Promise<Failed | undefined> {
  const { call, responses } = progress
  const { definition, input } = call
  const items = await read((one) => itemsOf(endpoint, input, one), responses, progress)
  if (!items.ok) return items
  const held: unknown[] = []
  for (const item of items.data) {
    const failure = await callForItem(endpoint, item, held, progress)
    if (failure) return failure
  }
  const [single] = held
  const one = definition.isDescribed ? single : (single ?? null)
  responses[endpoint.as] = endpoint.foreach ? held : one
  return undefined
}

/** Calls an endpoint for one item of its `foreach`; `held` receives what is kept of the answer. */
async function callForItem(
  endpoint: Endpoint,
  item: unknown,
  held: unknown[],
  progress: Progress,
): Promise<Failed | undefined> {
  const { call, page, responses, warnings } = progress
  const { definition, input } = call
  const each = endpoint.paged ? page?.number : item
  let request: RestRequest
  try {
    request = endpoint.request(input, responses, each)
  } catch (error) {
    return failed(notSendable(error), progress)
  }
  const written = endpoint.decided && definition.idempotent && JSON.stringify([endpoint.as, item])
  if (written && written === call.earlier?.written)
    return { ok: false, failure: call.earlier.failure }
  const answer = await answerTo(endpoint, request, progress)
  progress.headers = answer.headers
  if (endpoint.paged) progress.paged = answer.headers
  if (answer.ok) {
    if (answer.warning) warnings.push(answer.warning)
    progress.bytes = answer.bytes
    const cut = definition.pages ? undefined : cutOf(endpoint, answer)
    if (cut) warnings.push(cut)
    progress.applied ||= isWrite(endpoint, call)
  } else {
    const { failure } = answer
    if (failure.standIn) {
      progress.dry = failure
      held.push(failure.standIn(endpoint.as))
      return undefined
    }
    if (!endpoint.optional || !isMissing(failure, endpoint, call)) {
      const isRepeatable = endpoint.decided === "repeatable"
      const decided = written && { decided: { written, isRepeatable } }
      return { ...endOf(failure, endpoint, progress), ...decided }
    }
    // If an earlier attempt was lost, it may have removed the missing object.
    progress.applied ||= failure.outcome === "unknown"
    if (endpoint.optional !== "keep") return undefined
  }
  const body = bodyOf(answer, endpoint, definition)
  const map = (one: unknown) =>
    endpoint.result ? endpoint.result(one, input, responses, each) : one
  const kept = await read(map, body, progress)
  if (!kept.ok) return kept
  held.push(kept.data)
  return undefined
}

/** What a mapping reads of an answer. It relies on GitHub's description, which an older server may not meet. */
export async function read<T>(
  map: (answer: unknown) => T,
  answer: unknown,
  progress: Progress,
): Promise<{ ok: true; data: T } | Failed> {
  try {
    return { ok: true, data: map(answer) }
  } catch (error) {
    return failed(await unreadAnswer(reasonOf(error), map, answer), progress)
  }
}

/** The answer: of one request, of all pages, or once it meets a condition. */
function answerTo(
  endpoint: Endpoint,
  request: RestRequest,
  progress: Progress,
): Promise<HttpAnswer> {
  const { call } = progress
  const { all_pages: list, poll } = endpoint
  const { parts } = call.definition
  const once = () =>
    list
      ? featureOf(parts, "restAllPages")(list, (page) =>
          ask(endpoint, page ? { ...request, query: { ...request.query, page } } : request, call),
        )
      : ask(endpoint, request, call)
  return poll ? featureOf(parts, "restPolling")(poll, once, call, progress) : once()
}

/** The failure of a call whose endpoint failed. */
function endOf(failure: Failure, endpoint: Endpoint, progress: Progress): Failed {
  const { call } = progress
  const { definition } = call
  const named = { ...failure }
  if (failure.code === "NOT_FOUND") {
    // GitHub's bare "Not Found" does not name what is missing.
    if (failure.message === "Not Found")
      named.message = notFound(definition, call.input, definition.rest?.result ?? "").message
    // After a lost attempt, a 404 that does not name the missing object does not show whether that attempt was
    // applied.
    if (endpoint.optional && failure.outcome === "unknown")
      Object.assign(named, { code: "SERVER", transient: true })
  }
  return failed(named, progress, isWrite(endpoint, call))
}

/** The end of a call, before which GitHub may have applied a write. */
export function failed(
  failure: Failure,
  { call, applied, headers }: Progress,
  anotherWrite = false,
): Failed {
  return {
    ok: false,
    failure: applied
      ? featureOf(call.definition.parts, "writes").partlyApplied(
          failure,
          call.definition,
          anotherWrite,
        )
      : failure,
    headers,
  }
}

function isMissing(
  { code, message }: Failure,
  { method, path }: Target,
  { definition }: Call<unknown>,
): boolean {
  if (code !== "NOT_FOUND" || method === "GET") return code === "NOT_FOUND"
  return featureOf(definition.parts, "writes").isMissing(message, path)
}

/** The items of an endpoint's `foreach`. */
function itemsOf(
  { when, foreach }: Endpoint,
  input: unknown,
  responses: unknown,
): readonly unknown[] {
  if (when?.(input, responses) === false) return []
  if (!foreach) return [undefined]
  const items: unknown = foreach(input, responses) ?? []
  // In a dry run, one placeholder stands for the whole list.
  return Array.isArray(items) ? items : [items]
}

function isWrite({ method }: Target, { definition }: Call<unknown>): boolean {
  return method !== "GET" && definition.effect !== "read"
}
