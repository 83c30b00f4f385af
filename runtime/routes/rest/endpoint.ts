import type { RestEndpoint, RestRequest } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { type Failure, type ResponseHeaders, reasonOf } from "../../errors/index.js"
import type { HttpAnswer } from "../../http/index.js"
import type { Attempt, Call, PageRequest } from "../route/index.js"
import { featureOf, notSendable, partlyApplied, unreadAnswer } from "../route/index.js"
import { ask, bodyOf, firstPageOnly, isCut, isMissing, nameMissing, type Target } from "./ask.js"

/** How far a call has come. */
export interface Progress {
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
  call: Call<unknown>,
  page: PageRequest | undefined,
  progress: Progress,
): Promise<Failed | undefined> {
  const { definition, input } = call
  const { responses } = progress
  let items: readonly unknown[]
  try {
    items = itemsOf(endpoint, input, responses)
  } catch (error) {
    const map = (one: unknown) => itemsOf(endpoint, input, one)
    return failed(await unreadAnswer(reasonOf(error), map, responses), call, progress)
  }
  const held: unknown[] = []
  for (const item of items) {
    const each = endpoint.paged ? page?.number : item
    const failure = await callForItem({ endpoint, item, each, held }, call, progress)
    if (failure) return failure
  }
  const [single] = held
  const one = definition.isDescribed ? single : (single ?? null)
  responses[endpoint.as] = endpoint.foreach ? held : one
  return undefined
}

/** An endpoint for one item of its `foreach`. */
interface Item {
  readonly endpoint: Endpoint
  readonly item: unknown
  /** The item, or the number of the page. */
  readonly each: unknown
  /** Receives what is kept of the answer. */
  readonly held: unknown[]
}

async function callForItem(
  { endpoint, item, each, held }: Item,
  call: Call<unknown>,
  progress: Progress,
): Promise<Failed | undefined> {
  const { definition, input } = call
  const { responses } = progress
  const wanted = requestOf(endpoint, input, responses, each)
  if (!wanted.ok) return failed(wanted.failure, call, progress)
  const written = endpoint.decided && definition.idempotent && JSON.stringify([endpoint.as, item])
  if (written && written === call.earlier?.written)
    return { ok: false, failure: call.earlier.failure }
  const answer = await answerTo(endpoint, wanted.request, call, progress)
  progress.headers = answer.headers
  if (endpoint.paged) progress.paged = answer.headers
  if (answer.ok) note(answer, endpoint, call, progress)
  else {
    const { failure } = answer
    if (failure.standIn) {
      progress.dry = failure
      held.push(failure.standIn(endpoint.as))
      return undefined
    }
    if (!endpoint.optional || !isMissing(failure, endpoint))
      return { ...endOf(failure, endpoint, call, progress), ...decidedBy(written, endpoint) }
    // If an earlier attempt was lost, it may have removed the missing object.
    progress.applied ||= failure.outcome === "unknown"
    if (endpoint.optional !== "keep") return undefined
  }
  const body = bodyOf(answer, endpoint, definition)
  const map = (one: unknown) => endpoint.result?.(one, input, responses, each)
  try {
    held.push(endpoint.result ? map(body) : body)
    return undefined
  } catch (error) {
    return failed(await unreadAnswer(reasonOf(error), map, body), call, progress)
  }
}

/** The answer: of one request, of all pages, or once it meets a condition. */
function answerTo(
  endpoint: Endpoint,
  request: RestRequest,
  call: Call<unknown>,
  { responses, warnings }: Progress,
): Promise<HttpAnswer> {
  const { all_pages: list, poll } = endpoint
  const { parts } = call.definition
  const once = () =>
    list
      ? featureOf(parts, "restAllPages")(list, (page) => ask(endpoint, onPage(request, page), call))
      : ask(endpoint, request, call)
  return poll ? featureOf(parts, "restPolling")(poll, once, call, { responses, warnings }) : once()
}

function note(
  answer: Extract<HttpAnswer, { ok: true }>,
  endpoint: Endpoint,
  call: Call<unknown>,
  progress: Progress,
): void {
  const { warnings } = progress
  if (answer.warning) warnings.push(answer.warning)
  progress.bytes = answer.bytes
  if (isCut(endpoint, answer) && !call.definition.pages) warnings.push(firstPageOnly(endpoint))
  progress.applied ||= isWrite(endpoint, call)
}

/** The failure of a call whose endpoint failed. */
function endOf(
  failure: Failure,
  endpoint: Endpoint,
  call: Call<unknown>,
  progress: Progress,
): Failed {
  const { definition, input } = call
  const named = nameMissing(failure, definition, input)
  // After a lost attempt, a 404 that does not name the missing object does not show whether that attempt was
  // applied.
  if (endpoint.optional && named.code === "NOT_FOUND" && named.outcome === "unknown")
    Object.assign(named, { code: "SERVER", transient: true })
  return failed(named, call, progress, isWrite(endpoint, call))
}

function decidedBy(written: string | false | undefined, { decided }: Endpoint): Partial<Failed> {
  return written ? { decided: { written, isRepeatable: decided === "repeatable" } } : {}
}

/** The end of a call, before which GitHub may have applied a write. */
export function failed(
  failure: Failure,
  { definition }: Call<unknown>,
  { applied, headers }: Progress,
  anotherWrite = false,
): Failed {
  return {
    ok: false,
    failure: applied ? partlyApplied(failure, definition, anotherWrite) : failure,
    headers,
  }
}

function onPage(request: RestRequest, page: number | undefined): RestRequest {
  return page === undefined ? request : { ...request, query: { ...request.query, page } }
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

/** The request, or a failure if the input has values that cannot be sent. */
function requestOf(
  { request }: Endpoint,
  ...given: Parameters<Endpoint["request"]>
): { ok: true; request: RestRequest } | { ok: false; failure: Failure } {
  try {
    return { ok: true, request: request(...given) }
  } catch (error) {
    return { ok: false, failure: notSendable(error) }
  }
}

function isWrite({ method }: Target, { definition }: Call<unknown>): boolean {
  return method !== "GET" && definition.effect !== "read"
}
