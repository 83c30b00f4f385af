/** One request of a REST route, and what its answer means. */
import type { RestEndpoint, RestRequest } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { type Failure, permanent } from "../../errors/index.js"
import type { HttpAnswer, HttpRequest } from "../../http/index.js"
import { REST_API_VERSION } from "../../route-names/index.js"
import { retrying } from "../../timing/index.js"
import { type Call, type Definition, featureOf, type PageRequest } from "../route/index.js"
import { nextAddress } from "./link.js"
import { acceptHeader, endpointUrl, isText } from "./request.js"

/** The part of an endpoint that a request needs; a lookup has only the first two. */
export type Target = Pick<
  RestEndpoint<unknown>,
  "method" | "path" | "accept" | "bytes" | "empty" | "presence" | "decided"
>

/** Sends a request, again if it fails transiently and repeating it is harmless. */
export async function ask(
  endpoint: Target,
  wanted: RestRequest,
  call: Call<unknown>,
): Promise<HttpAnswer> {
  const { definition, client, scope, send } = call
  const request = httpRequest(endpoint, wanted, call)
  if ("code" in request) return { ok: false, failure: request, headers: {} }
  const isRead = endpoint.method === "GET"
  const { result, uncertain } = await retrying(
    () => send(request, scope),
    (answer) => (answer.ok ? undefined : answer.failure),
    {
      policy: client.retry,
      scope,
      repeatable:
        isRead || definition.effect === "read" || (definition.idempotent && !endpoint.decided),
    },
  )
  if (result.ok) return result
  // A failed GET cannot have changed anything.
  const outcome = isRead ? "not_sent" : uncertain ? "unknown" : result.failure.outcome
  return { ...result, failure: { ...result.failure, outcome } }
}

/** The request, or why it cannot be sent. */
function httpRequest(
  endpoint: Target,
  wanted: RestRequest,
  { definition, input, client, misdirected }: Call<unknown>,
): HttpRequest | Failure {
  const { method } = endpoint
  const { bytes } = wanted
  const base = bytes ? client.endpoint.uploads : client.endpoint.rest
  const address = endpointUrl(base, endpoint.path, wanted)
  if (!address.ok) return refused(endpoint, address.problem)
  const stray = misdirected?.(address.url.slice(base.length))
  if (stray) return stray
  const { json, problem } =
    typeof wanted.body === "object"
      ? featureOf(definition.parts, "writes").exactBody(wanted.body, input, definition.input)
      : {}
  if (problem !== undefined) return refused(endpoint, problem)
  const body = bytes ?? json ?? wanted.body
  return {
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
    expect: expectedOf(endpoint, definition),
    ...(body !== undefined && method !== "GET" && { body }),
    cacheable: method === "GET" && definition.effect === "read" && !endpoint.bytes,
  }
}

function expectedOf(
  { method, accept, bytes, empty, presence }: Target,
  { parts }: Call<unknown>["definition"],
): NonNullable<HttpRequest["expect"]> {
  if (bytes) return featureOf(parts, "restBytes")
  if (isText(accept)) return featureOf(parts, "restTexts")
  if (presence && method === "GET") return featureOf(parts, "restPresence")
  return method === "GET" || empty ? "json_or_nothing" : "json"
}

function refused({ method, path }: Target, problem: string): Failure {
  return permanent("VALIDATION", "not_sent", `${method} ${path} cannot be sent: ${problem}`)
}

type Endpoint = RestEndpoint<unknown>

/** GitHub may answer with an empty list as 204 without a body. A described operation reads undefined then. */
export function bodyOf(
  answer: HttpAnswer,
  { presence, paged }: Endpoint,
  { isDescribed }: Definition,
): unknown {
  if (presence) return answer.ok
  if (!answer.ok) return null
  if (isDescribed) return answer.empty ? undefined : answer.body
  return paged && answer.empty ? [] : answer.body
}

/** The warning about an answer that GitHub cuts off, or that is read as a whole, but is the first of several pages. */
export function cutOf(
  { method, path, paged, all_pages, most = Infinity }: Endpoint,
  { body, headers }: Extract<HttpAnswer, { ok: true }>,
  page: PageRequest | undefined,
): ResultWarning | undefined {
  const before = paged && page ? (page.number - 1) * page.size : 0
  if (Array.isArray(body) && before + body.length >= most) {
    const message = `GitHub returns at most ${most} items of ${path}; there may be more`
    return { code: "INCOMPLETE", message }
  }
  if (method !== "GET" || paged || all_pages || nextAddress(headers) === undefined) return undefined
  return { code: "INCOMPLETE", message: `${method} ${path} has further pages, which were not read` }
}
