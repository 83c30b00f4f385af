import type {
  AnswerHeaders,
  PageInfoOf,
  RestEndpoint,
  RestRequest,
} from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { type Failure, type ResponseHeaders, reasonOf, unsupported } from "../../errors/index.js"
import type { HttpAnswer } from "../../http/index.js"
import {
  type Attempt,
  type Call,
  featureOf,
  notFound,
  notSendable,
  type PageRequest,
  timedOut,
  unreadAnswer,
} from "../route/index.js"
import { ask, bodyOf, cutOf, type Target } from "./ask.js"

/** Calls the endpoints in order, and maps the result. Loaded by the first call on this route. */
export async function attempt<T>(call: Call<T>): Promise<Attempt<T>> {
  const { definition, input } = call
  const route = definition.rest
  if (!route) return { ok: false, failure: unsupported(`${definition.id} has no REST route`) }
  const { restCursors, restSealing, tokenScopes } = definition.parts ?? {}
  const isList = route.endpoints.some(({ paged }) => paged)
  const pages = isList ? (restCursors ?? featureOf(definition.parts, "restPages")) : undefined
  const page = pages?.request(input)
  const hindrance = (await restSealing?.(definition.id)) ?? tokenScopes?.(route, call.client)
  if (hindrance) return { ok: false, failure: hindrance }
  const progress: Progress = {
    call,
    page,
    responses: {},
    warnings: [],
    headers: {},
    paged: {},
    applied: false,
  }
  const unfound = await findLookups(progress)
  if (unfound) return { ok: false, failure: unfound, headers: progress.headers }
  for (const endpoint of route.endpoints) {
    const failure = await callEndpoint(endpoint, progress)
    if (failure) return failure
  }
  const { dry, headers, warnings, bytes } = progress
  if (dry) return { ok: false, failure: dry, headers }
  const warn = (one: ResultWarning) => void warnings.push(one)
  const infoOf: PageInfoOf = (total, cut) => {
    if (cut) warn(cut === true ? timedOut : cut)
    return pages && page
      ? pages.info(page, progress.paged, { total, incomplete: Boolean(cut) }, warn)
      : onlyPage
  }
  const attempt = await mapResponses<T>(progress, infoOf)
  return {
    ...attempt,
    headers,
    ...(warnings.length > 0 && { warnings }),
    ...(bytes && route.endpoints.length === 1 && { bytes }),
  }
}

/** Runs the lookups; returns the failure, if any. */
async function findLookups(progress: Progress): Promise<Failure | undefined> {
  const { call } = progress
  const { parts, rest } = call.definition
  if (!rest?.lookups) return undefined
  const { find } = featureOf(parts, "restLookups")
  const found = await find(rest.lookups, call.input, async ({ path }, wanted) => {
    const answer = await ask({ method: "GET", path }, wanted, call)
    progress.headers = answer.headers
    return answer
  })
  if (!found.ok) return found.failure
  progress.responses.lookups = found.values
  return undefined
}

/** The page info of answers without pages. */
const onlyPage = { has_next_page: false, end_cursor: null }

async function mapResponses<T>(progress: Progress, pageInfo: PageInfoOf): Promise<Attempt<T>> {
  const { definition, input } = progress.call
  const { rest } = definition
  // Headers from `fetch` are strings.
  const headers = progress.headers as AnswerHeaders
  const map = (answers: unknown) => rest?.output(answers, input, pageInfo, headers) ?? null
  const mapped = await read(map, progress.responses, progress)
  if (!mapped.ok) return mapped
  // Without a card, null is an answer like any other.
  if (mapped.data === null && !definition.isDescribed)
    return failed(notFound(definition, input, rest?.result ?? ""), progress)
  return { ok: true, data: mapped.data as T }
}

/** How far a call has come. */
interface Progress {
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
async function callEndpoint(endpoint: Endpoint, progress: Progress): Promise<Failed | undefined> {
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
    const cut = definition.pages ? undefined : cutOf(endpoint, answer, page)
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
async function read<T>(
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
function failed(
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
