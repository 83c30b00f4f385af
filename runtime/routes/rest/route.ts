import type {
  AnswerHeaders,
  PageInfoOf,
  RestEndpoint,
  RestRequest,
} from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import {
  type Failure,
  permanent,
  type ResponseHeaders,
  reasonOf,
  unsupported,
} from "../../errors/index.js"
import type { HttpAnswer } from "../../http/index.js"
import { REST_API_VERSION } from "../../route-names/index.js"
import { retrying } from "../../timing/index.js"
import type { Attempt, Call, Definition, Route } from "../route/index.js"
import { featureOf, notFound, notSendable, partlyApplied, unreadAnswer } from "../route/index.js"
import { nextAddress } from "./link.js"
import { acceptHeader, endpointUrl, exactBody, isText } from "./request.js"

/** Calls the endpoints in order, and maps the result. */
export const restRoute: Route = {
  type: "rest",
  serves: (definition) => definition.rest !== undefined,
  preflight: (client) => client.unauthenticated(),

  async attempt<T>(call: Call<T>): Promise<Attempt<T>> {
    const { definition, input } = call
    const route = definition.rest
    if (!route) return { ok: false, failure: unsupported(`${definition.id} has no REST route`) }
    const { restCursors, restSealing, tokenScopes } = definition.parts ?? {}
    const responses: Record<string, unknown> = {}
    const warnings: ResultWarning[] = []
    let bytes: Uint8Array | undefined
    const isList = route.endpoints.some(({ paged }) => paged)
    const pages = isList ? (restCursors ?? featureOf(definition.parts, "restPages")) : undefined
    const page = pages?.request(input)
    let headers: ResponseHeaders = {}
    const hindrance = (await restSealing?.(definition.id)) ?? tokenScopes?.(route, call.client)
    if (hindrance) return { ok: false, failure: hindrance }
    if (route.lookups) {
      const found = await featureOf(definition.parts, "restLookups").find(
        route.lookups,
        input,
        async ({ path }, wanted) => {
          const answer = await ask({ method: "GET", path }, wanted, call)
          headers = answer.headers
          return answer
        },
      )
      if (!found.ok) return { ...found, headers }
      responses.lookups = found.values
    }
    let paged: ResponseHeaders = {}
    let applied = false
    let dry: Failure | undefined
    const unreadableAnswer = async (
      error: unknown,
      map: (answer: unknown) => unknown,
      answer: unknown,
    ): Promise<Attempt<T>> => {
      const failure = await unreadAnswer(reasonOf(error), map, answer)
      return {
        ok: false,
        failure: applied ? partlyApplied(failure, definition, false) : failure,
        headers,
      }
    }
    for (const endpoint of route.endpoints) {
      let items: readonly unknown[]
      try {
        items = itemsOf(endpoint, input, responses)
      } catch (error) {
        return unreadableAnswer(error, (one) => itemsOf(endpoint, input, one), responses)
      }
      const held: unknown[] = []
      for (const item of items) {
        const each = endpoint.paged ? page?.number : item
        const wanted = requestOf(endpoint, input, responses, each)
        if (!wanted.ok) {
          const failure = applied
            ? partlyApplied(wanted.failure, definition, false)
            : wanted.failure
          return { ok: false, failure, headers }
        }
        const decided =
          endpoint.decided && definition.idempotent && JSON.stringify([endpoint.as, item])
        if (decided && decided === call.earlier?.written)
          return { ok: false, failure: call.earlier.failure }
        const { all_pages: list } = endpoint
        const once = () =>
          list
            ? featureOf(definition.parts, "restAllPages")(list, (page) =>
                ask(endpoint, onPage(wanted.request, page), call),
              )
            : ask(endpoint, wanted.request, call)
        const answer = endpoint.poll
          ? await featureOf(definition.parts, "restPolling")(endpoint.poll, once, call, {
              responses,
              warnings,
            })
          : await once()
        headers = answer.headers
        if (endpoint.paged) paged = headers
        if (!answer.ok && answer.failure.standIn) {
          dry = answer.failure
          held.push(dry.standIn?.(endpoint.as))
          continue
        }
        if (!answer.ok && endpoint.optional && isMissing(answer.failure, endpoint)) {
          // If an earlier attempt was lost, it may have removed the missing object.
          applied ||= answer.failure.outcome === "unknown"
          if (endpoint.optional !== "keep") continue
        } else if (!answer.ok) {
          const named = nameMissing(answer.failure, definition, input, route.result)
          // After a lost attempt, a 404 that does not name the missing object does not show whether that attempt was
          // applied.
          if (endpoint.optional && named.code === "NOT_FOUND" && named.outcome === "unknown")
            Object.assign(named, { code: "SERVER", transient: true })
          const another = isWrite(endpoint, call)
          const failure = applied ? partlyApplied(named, definition, another) : named
          const isRepeatable = endpoint.decided === "repeatable"
          return {
            ok: false,
            failure,
            headers,
            ...(decided && { decided: { written: decided, isRepeatable } }),
          }
        }
        if (answer.ok) {
          if (answer.warning) warnings.push(answer.warning)
          bytes = answer.bytes
          if (isCut(endpoint, answer) && !definition.pages) warnings.push(firstPageOnly(endpoint))
          applied ||= isWrite(endpoint, call)
        }
        const body = bodyOf(answer, endpoint, definition)
        try {
          held.push(endpoint.result ? endpoint.result(body, input, responses, each) : body)
        } catch (error) {
          const map = (one: unknown) => endpoint.result?.(one, input, responses, each)
          return unreadableAnswer(error, map, body)
        }
      }
      const [single] = held
      const one = definition.isDescribed ? single : (single ?? null)
      responses[endpoint.as] = endpoint.foreach ? held : one
    }
    if (dry) return { ok: false, failure: dry, headers }
    const infoOf: PageInfoOf = (total, incomplete = false) => {
      if (!pages || !page) return onlyPage
      return pages.info(page, paged, { total, incomplete }, (warning) => warnings.push(warning))
    }
    const attempt = await mapResponses(call, responses, applied, infoOf, headers)
    return {
      ...attempt,
      headers,
      ...(warnings.length > 0 && { warnings }),
      ...(bytes && route.endpoints.length === 1 && { bytes }),
    }
  },
}

/** GitHub may answer with an empty list as 204 without a body. A described operation reads undefined then. */
function bodyOf(
  answer: HttpAnswer,
  { presence, paged }: RestEndpoint<unknown>,
  { isDescribed }: Definition,
): unknown {
  if (presence) return answer.ok
  if (!answer.ok) return null
  if (isDescribed) return answer.empty ? undefined : answer.body
  return paged ? (answer.body ?? []) : answer.body
}

function onPage(request: RestRequest, page: number | undefined): RestRequest {
  return page === undefined ? request : { ...request, query: { ...request.query, page } }
}

/** Whether an answer that is read as a whole is the first page of a longer list. */
function isCut(
  { method, paged, all_pages }: RestEndpoint<unknown>,
  { headers }: HttpAnswer,
): boolean {
  return method === "GET" && !paged && !all_pages && nextAddress(headers) !== undefined
}

function firstPageOnly({ method, path }: RestEndpoint<unknown>): ResultWarning {
  return { code: "INCOMPLETE", message: `${method} ${path} has further pages, which were not read` }
}

/** The page info of answers without pages. */
const onlyPage = { has_next_page: false, end_cursor: null }

/** The items of an endpoint's `foreach`. */
function itemsOf(
  { when, foreach }: RestEndpoint<unknown>,
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
  { request }: RestEndpoint<unknown>,
  ...given: Parameters<RestEndpoint<unknown>["request"]>
): { ok: true; request: RestRequest } | { ok: false; failure: Failure } {
  try {
    return { ok: true, request: request(...given) }
  } catch (error) {
    return { ok: false, failure: notSendable(error) }
  }
}

type Target = Pick<
  RestEndpoint<unknown>,
  "method" | "path" | "accept" | "bytes" | "empty" | "presence" | "decided"
>

/**
 * Whether GitHub reports that the object is missing. For a write, only a message about the object itself counts
 * ("Label does not exist"), because GitHub also answers "Not Found" if a token lacks permission.
 */
function isMissing({ code, message }: Failure, { method, path }: Target): boolean {
  if (code !== "NOT_FOUND" || method === "GET") return code === "NOT_FOUND"
  const [, thing] = /(\w+?)(?:e?s)?(?:\/{\w+})?$/.exec(path) ?? []
  return new RegExp(`\\b${thing}\\w* (?:does not exist|not found)`, "i").test(message)
}

async function ask(
  endpoint: Target,
  wanted: RestRequest,
  { definition, input, client, scope, misdirected }: Call<unknown>,
): Promise<HttpAnswer> {
  const { bytes } = wanted
  const base = bytes ? client.endpoint.uploads : client.endpoint.rest
  const address = endpointUrl(base, endpoint.path, wanted)
  if (!address.ok)
    return { ok: false, failure: refusedRequest(endpoint, address.problem), headers: {} }
  const stray = misdirected?.(address.url.slice(base.length))
  if (stray) return { ok: false, failure: stray, headers: {} }
  const { method } = endpoint
  const { json, problem } =
    typeof wanted.body === "object" ? exactBody(wanted.body, input, definition.input) : {}
  if (problem !== undefined)
    return { ok: false, failure: refusedRequest(endpoint, problem), headers: {} }
  const body = bytes ?? json ?? wanted.body
  const { parts } = definition
  const request = {
    method,
    url: address.url,
    base,
    channel: "rest",
    writes: method !== "GET",
    headers: {
      ...(bytes && { "content-type": "application/octet-stream" }),
      ...(json && { "content-type": "application/json; charset=utf-8" }),
      ...wanted.headers,
      accept: acceptHeader(endpoint.accept),
      "x-github-api-version": REST_API_VERSION,
    },
    expect: endpoint.bytes
      ? featureOf(parts, "restBytes")
      : isText(endpoint.accept)
        ? featureOf(parts, "restTexts")
        : endpoint.presence && method === "GET"
          ? featureOf(parts, "restPresence")
          : method === "GET" || endpoint.empty
            ? "json_or_nothing"
            : "json",
    ...(body !== undefined && method !== "GET" && { body }),
    cacheable: method === "GET" && definition.effect === "read" && !endpoint.bytes,
  } as const
  const { result, uncertain } = await retrying(
    () => client.http.send(request, scope),
    (answer) => (answer.ok ? undefined : answer.failure),
    {
      policy: client.retry,
      scope,
      repeatable:
        method === "GET" ||
        definition.effect === "read" ||
        (definition.idempotent && !endpoint.decided),
    },
  )
  if (result.ok) return result
  // A failed GET cannot have changed anything.
  const outcome = method === "GET" ? "not_sent" : uncertain ? "unknown" : result.failure.outcome
  return { ...result, failure: { ...result.failure, outcome } }
}

async function mapResponses<T>(
  call: Call<T>,
  responses: unknown,
  applied: boolean,
  infoOf: PageInfoOf,
  headers: ResponseHeaders,
): Promise<Attempt<T>> {
  const { definition, input } = call
  const result = definition.rest?.result ?? ""
  const fail = (failure: Failure): Attempt<T> => ({
    ok: false,
    failure: applied ? partlyApplied(failure, definition, false) : failure,
  })
  // Headers from `fetch` are strings.
  const map = (answers: unknown) =>
    definition.rest?.output(answers, input, infoOf, headers as AnswerHeaders) ?? null
  try {
    const data = map(responses)
    // Without a card, null is an answer like any other.
    if (data === null && !definition.isDescribed) return fail(notFound(definition, input, result))
    return { ok: true, data: data as T }
  } catch (error) {
    // Mappings rely on GitHub's description, which an older server may not meet.
    return fail(await unreadAnswer(reasonOf(error), map, responses))
  }
}

/** GitHub's bare "Not Found" does not name what is missing. */
function nameMissing(
  failure: Failure,
  definition: Definition,
  input: unknown,
  result: string,
): Failure {
  if (failure.code !== "NOT_FOUND" || failure.message !== "Not Found") return failure
  return { ...failure, message: notFound(definition, input, result).message }
}

function isWrite({ method }: Target, { definition }: Call<unknown>): boolean {
  return method !== "GET" && definition.effect !== "read"
}

function refusedRequest({ method, path }: Target, problem: string): Failure {
  return permanent("VALIDATION", "not_sent", `${method} ${path} cannot be sent: ${problem}`)
}
