import {
  classifyStatus,
  type Failure,
  limitIn,
  type ResponseHeaders,
  serverFailed,
} from "../errors/index.js"
import type { Credentials } from "./credentials.js"
import { importOctokit, type OctokitLike, type OctokitResponse, responseOf } from "./octokit.js"
import { readBody, readText } from "./read-body.js"
import { mostHops, redirectOf } from "./redirect.js"
import type { ResponseStore } from "./response-cache.js"

/** One request to GitHub. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly channel: "graphql" | "rest"
  /** It may change something. */
  readonly writes: boolean
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The body of the answer: JSON, JSON or nothing at all (null), or text. JSON unless given. */
  readonly expect?: "json" | "json_or_nothing" | "text"
  /** It only reads: its answer may be kept, and asked for again by its version. */
  readonly cacheable?: boolean
  /** What an answer with a status of 2xx reports all the same. */
  failureIn?(body: unknown, headers: ResponseHeaders): Failure | undefined
}

/** An answer with a status of 2xx, or what went wrong. */
export type HttpAnswer =
  | { ok: true; body: unknown; headers: ResponseHeaders }
  | { ok: false; failure: Failure; headers: ResponseHeaders }

/** How a client reaches GitHub. */
export interface Connection {
  readonly octokit: () => Promise<OctokitLike>
  /** The Octokit is the caller's: its plugins expect to see parsed bodies. */
  readonly foreign: boolean
  readonly credentials: Credentials
  /** The API that the credentials are for. */
  readonly base: string
  readonly responses: ResponseStore | undefined
}

/** One request and its answer, redirects included; `onSend` is called when it leaves. */
export async function exchange(
  request: HttpRequest,
  { octokit, foreign, credentials, base, responses }: Connection,
  signal: AbortSignal,
  onSend: () => void,
): Promise<HttpAnswer> {
  const token = await credentials.token()
  if (!token.ok) return { ok: false, failure: token.failure, headers: {} }
  const own = await octokit()
  const { method } = request
  const recalled = request.cacheable ? await responses?.recall(request, token.value) : undefined

  const ask = async (url: string, trusted: boolean, etag?: string): Promise<OctokitResponse> => {
    // An Octokit that authenticates by itself would introduce itself to strangers, too.
    const client = trusted ? own : await importOctokit()
    const authorization = trusted && token.value !== undefined && `bearer ${token.value}`
    signal.throwIfAborted()
    onSend()
    const asked = client.request(`${method} ${url}`, {
      ...(request.body !== undefined && { data: request.body }),
      headers: {
        ...request.headers,
        ...(authorization && { authorization }),
        ...(etag !== undefined && { "if-none-match": etag }),
      },
      request: {
        signal,
        redirect: "manual",
        // Octokit's JSON parser keeps big integers and is 18 times slower than the platform's.
        ...(!(foreign && trusted) && { parseSuccessResponseBody: false }),
      },
    })
    return etag === undefined ? asked : asked.catch(notModified)
  }

  let { url } = request
  let response = await ask(url, true, recalled?.etag)
  if (recalled?.etag !== undefined && response.status === 304) {
    return recalled.confirmed(response.headers)
  }
  for (let hops = 0; hops < mostHops; hops += 1) {
    const hop = redirectOf(method, url, base, response)
    if (!hop) break
    if (response.data instanceof ReadableStream) await response.data.cancel()
    url = hop.url
    response = await ask(url, hop.trusted)
  }

  const { status, headers, data } = response
  if (status < 200 || status > 299) {
    return { ok: false, failure: classifyStatus(status, headers, data), headers }
  }
  const body = await (request.expect === "text" ? readText : readBody)(data, response)
  // Octokit gives an empty text for a body that breaks off, also when the signal broke it off.
  signal.throwIfAborted()
  if (!body.ok) return { ok: false, failure: serverFailed(body.problem, headers), headers }
  const limit = limitIn(body.value, headers)
  if (limit) return { ok: false, failure: limit, headers }
  if (body.value === undefined && (request.expect ?? "json") === "json") {
    return { ok: false, failure: serverFailed("GitHub's answer is empty", headers), headers }
  }
  // The version of what a redirect led to says nothing about the address that was asked.
  if (status === 200 && url === request.url) recalled?.keep(body.value ?? null, headers)
  return { ok: true, body: body.value ?? null, headers }
}

/** Octokit throws for a 304, which is what was hoped for. */
function notModified(error: unknown): OctokitResponse {
  const response = responseOf(error)
  if (response?.status === 304) return response
  throw error
}
