import type { ResultWarning } from "../envelope/index.js"
import {
  classifyStatus,
  header,
  inRepository,
  limitIn,
  partialBySso,
  type ResponseHeaders,
  serverFailed,
  storageFailure,
  tooManyRedirects,
} from "../errors/index.js"
import type { Credentials } from "./credentials.js"
import { type Fetch, sendDirectly } from "./fetch.js"
import type {
  Adapter,
  HttpAnswer,
  HttpRequest,
  RawResponse,
  ResponseStore,
  Succeeded,
} from "./message.js"
import { type Body, isStream, type Reader, readBody, unreadBody } from "./read-body.js"

interface Hop {
  readonly url: string
  /** Whether the target is the API that the token belongs to. */
  readonly trusted: boolean
}

/** GitHub redirects once for a renamed repository, and once more to where a log is stored. */
const mostHops = 5

/**
 * The target of a redirect, if it may be followed.
 *
 * A read is redirected anywhere, but only the API itself gets the token. A write is only repeated for statuses that
 * keep the method, and only at the API, because nobody else may see its body.
 */
function redirectOf(
  method: string,
  from: string,
  base: string,
  { status, headers }: { status: number; headers: ResponseHeaders },
): Hop | undefined {
  const location = header(headers, "location")
  if (status < 301 || status > 308 || location === undefined) return undefined
  if (!URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  const api = new URL(base)
  if (target.protocol !== "https:" && target.protocol !== api.protocol) return undefined
  const trusted =
    target.origin === api.origin &&
    `${target.pathname}/`.startsWith(api.pathname.replace(/\/*$/, "/"))
  if (method !== "GET" && !(trusted && (status === 307 || status === 308))) return undefined
  const [own, its] = [from, location].map((one) => inRepository.exec(one)?.[1]?.replace(unlike, ""))
  // GitHub answers for the new name of a branch, too, which is another object.
  if (own && its && own !== its) return undefined
  return { url: target.href, trusted }
}

/** What may be escaped, and a query. */
const unlike = /%\w\w|\?.*|\W/g

/** How a client reaches GitHub. */
export interface Connection {
  /** Loads what sends in place of `fetch`. */
  readonly adapter?: (() => Promise<Adapter>) | undefined
  /** Sends if there is no adapter; the platform's by default. */
  readonly fetch: Fetch | undefined
  readonly credentials: Credentials
  /** The API that the credentials belong to. */
  readonly base: string
  /** False for a client with `repos`: then no write is redirected, and no read to another address of the API. */
  readonly redirects: boolean
  readonly responses?: (() => Promise<ResponseStore | undefined>) | undefined
  /** Maximum number of bytes that are read of an answer. */
  readonly max_response_bytes: number
}

/** How one request is sent. */
interface Sending {
  /** Sends in place of `fetch`. */
  readonly adapter: Adapter | undefined
  readonly signal: AbortSignal
  /** Called when the request may have been sent. */
  readonly onSend: (url: string, trusted: boolean) => void
  /** Called when an adapter sends the request, which it may have held back before. */
  readonly onLeave: (() => void) | undefined
}

/** Why the answer is not whole. An adapter may find out while the answer is read. */
interface Noticed {
  cut?: "long" | "broken"
  inexact?: ResultWarning
}

type Ask = (url: string, trusted: boolean, etag?: string) => Promise<RawResponse>

/** Sends one request and reads its answer, redirects included. */
export async function exchange(
  request: HttpRequest,
  connection: Connection,
  sending: Sending,
): Promise<HttpAnswer> {
  const { credentials, responses, max_response_bytes } = connection
  const known = credentials.token()
  const token = known instanceof Promise ? await known : known
  if (!token.ok) return { ok: false, failure: token.failure, headers: {} }
  const store = request.cacheable ? await responses?.() : undefined
  const recalled = store && (await store.recall(request, token.value))

  const noticed: Noticed = {}
  const ask = asking(request, connection, sending, token.value, noticed)
  const first = await ask(request.url, true, recalled?.etag)
  if (recalled?.etag !== undefined && first.status === 304) {
    return withWarning(recalled.confirmed(first.headers))
  }
  const arrived =
    first.status < 300 || first.status > 399
      ? { url: request.url, trusted: true, response: first }
      : await redirected(request, connection, ask, first)
  if ("failure" in arrived) return arrived

  const { url, trusted, response } = arrived
  const { status, headers, data } = response
  const { expect = "json", channel } = request
  const { read: readWith = readBody, reasonIn }: Partial<Reader> = Object(expect)
  // A 202 means that GitHub has no answer to a read yet, such as for statistics.
  if (status < 200 || status > 299 || (status === 202 && request.method === "GET")) {
    await discard(response)
    const failure =
      trusted || status < 400
        ? classifyStatus(status, headers, data)
        : storageFailure(new URL(url).host, status, headers, reasonIn?.(data))
    return { ok: false, failure, headers }
  }
  const read = await readWith(
    data,
    { status, headers, cut: noticed.cut === "long", accept: request.headers?.accept, channel },
    max_response_bytes,
  )
  // Octokit returns an empty string for a body that breaks off, also on an abort.
  sending.signal.throwIfAborted()
  const answer = answerOf(read, headers, expect, noticed)
  // The ETag of a redirect's target does not belong to the requested URL.
  if (answer.ok && !answer.warning && recalled && status === 200 && url === request.url) {
    answer.keep = () => recalled.keep(answer.body, headers)
  }
  return answer
}

/** What sends the request to an address. */
function asking(
  request: HttpRequest,
  { credentials, fetch, max_response_bytes }: Connection,
  { adapter, signal, onSend, onLeave }: Sending,
  token: string | undefined,
  noticed: Noticed,
): Ask {
  return (url, trusted, etag) => {
    signal.throwIfAborted()
    const headers: Record<string, string> = { ...request.headers }
    if (trusted && token !== undefined) headers.authorization = `bearer ${token}`
    if (etag !== undefined) headers["if-none-match"] = etag
    const outgoing = { method: request.method, url, headers, body: request.body, signal }
    // An adapter that authenticates by itself would also send its credentials to other hosts.
    if (!adapter || !trusted) {
      onSend(url, trusted)
      return sendDirectly(outgoing, fetch)
    }
    const { foreign } = adapter
    if (foreign) onSend(url, trusted)
    return adapter.send(outgoing, request, {
      max_response_bytes,
      onSend: () => {
        onLeave?.()
        if (!foreign) onSend(url, trusted)
      },
      onToken: credentials.remember,
      onCut: (why) => {
        noticed.cut = why
      },
      onInexact: (warning) => {
        noticed.inexact = warning
      },
    })
  }
}

/** The response after redirects, and where it comes from. */
async function redirected(
  { url: from, method, base, writes }: HttpRequest,
  connection: Connection,
  ask: Ask,
  first: RawResponse,
): Promise<(Hop & { readonly response: RawResponse }) | Extract<HttpAnswer, { ok: false }>> {
  let url = from
  let trusted = true
  let response = first
  for (let hops = 0; ; hops += 1) {
    const hop = redirectOf(method, url, base ?? connection.base, response)
    if (!hop || (!connection.redirects && (writes || hop.trusted))) {
      return { url, trusted, response }
    }
    await discard(response)
    if (hops === mostHops) {
      return { ok: false, failure: tooManyRedirects(mostHops), headers: response.headers }
    }
    url = hop.url
    // After a redirect to another host, the token is not sent again.
    trusted &&= hop.trusted
    response = await ask(url, trusted)
  }
}

/** The answer in the body of a successful response. */
function answerOf(
  read: Body,
  headers: ResponseHeaders,
  expect: HttpRequest["expect"],
  noticed: Noticed,
): HttpAnswer {
  if (noticed.cut === "broken") {
    return { ok: false, failure: serverFailed(truncatedMessage, headers), headers }
  }
  if (!read.ok) return { ok: false, failure: unreadBody(read, headers), headers }
  const limit = limitIn(read.value, headers)
  if (limit) return { ok: false, failure: limit, headers }
  if (read.value === undefined && expect === "json") {
    return { ok: false, failure: serverFailed("GitHub's response is empty", headers), headers }
  }
  const { bytes } = read
  const answer = withWarning(
    { ok: true, body: read.value ?? null, headers, ...(bytes && { bytes }) },
    read.warning ?? noticed.inexact,
  )
  if (read.value === undefined) answer.empty = true
  return answer
}

function withWarning(answer: Succeeded, warning = partialBySso(answer.headers)): Succeeded {
  return warning ? { ...answer, warning } : answer
}

/** An unread body prevents its connection from being reused. */
async function discard({ data }: RawResponse): Promise<void> {
  if (isStream(data) && !data.locked) await data.cancel().catch(() => undefined)
}

const truncatedMessage = "GitHub's response is truncated"
