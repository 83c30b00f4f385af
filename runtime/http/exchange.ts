import { classifyStatus, limitIn, redirectedOn, serverFailed } from "../errors/index.js"
import type { Credentials } from "./credentials.js"
import { importRequest } from "./load-octokit.js"
import type { HttpAnswer, HttpRequest } from "./message.js"
import { type OctokitLike, type OctokitResponse, responseOf } from "./octokit.js"
import { readBody, unreadBody } from "./read-body.js"
import { mostHops, redirectOf } from "./redirect.js"
import type { ResponseStore } from "./response-cache.js"
import { fetchOf, watchedFetch } from "./watched-fetch.js"

/** How a client reaches GitHub. */
export interface Connection {
  readonly octokit: () => Promise<OctokitLike>
  /** The Octokit is the caller's: its plugins expect to see parsed bodies. */
  readonly foreign: boolean
  readonly credentials: Credentials
  /** The API that the credentials are for. */
  readonly base: string
  readonly responses: (() => Promise<ResponseStore | undefined>) | undefined
  /** Most bytes of an answer that are read. */
  readonly max_response_bytes: number
}

/** One request and its answer, redirects included; `onSend` is called when it leaves. */
export async function exchange(
  request: HttpRequest,
  { octokit, foreign, credentials, base, responses, max_response_bytes }: Connection,
  signal: AbortSignal,
  onSend: (url: string, trusted: boolean) => void,
): Promise<HttpAnswer> {
  const token = await credentials.token()
  if (!token.ok) return { ok: false, failure: token.failure, headers: {} }
  const own = await octokit()
  const wholeResponse = foreign && (await loadWholeResponse())
  const { method, expect = "json" } = request
  const reader = typeof expect === "object" ? expect : undefined
  const hasBody = request.body !== undefined
  const store = request.cacheable ? await responses?.() : undefined
  const recalled = await store?.recall(request, token.value)

  let cut = false
  const onCut = () => {
    cut = true
  }
  const ask = async (url: string, trusted: boolean, etag?: string): Promise<OctokitResponse> => {
    // An Octokit that authenticates by itself would introduce itself to strangers, too.
    const client = trusted ? own : await importRequest()
    const authorization = trusted && token.value !== undefined && `bearer ${token.value}`
    const strange = foreign && trusted
    signal.throwIfAborted()
    // An Octokit of the caller's may send without `fetch`: then nobody knows better than before it.
    if (strange) onSend(url, trusted)
    const asked = client.request(`${method} ${url}`, {
      // As text: Octokit's way to write JSON looks for big integers in it. Plugins want to see the body.
      ...(hasBody && { data: strange ? request.body : JSON.stringify(request.body) }),
      headers: {
        ...request.headers,
        ...(authorization && { authorization }),
        ...(etag !== undefined && { "if-none-match": etag }),
      },
      request: {
        signal,
        redirect: "manual",
        fetch: watchedFetch(fetchOf(client), {
          onSend: () => {
            if (!strange) onSend(url, trusted)
          },
          ...(trusted &&
            wholeResponse && { whole: (some) => wholeResponse(some, max_response_bytes, onCut) }),
          onToken: trusted ? credentials.remember : () => undefined,
        }),
        // Octokit's JSON parser keeps big integers and is 18 times slower than the platform's. And its
        // warnings print what the server says, in the middle of whatever the caller prints.
        ...((!strange || reader?.gives === "bytes") && { parseSuccessResponseBody: false }),
        ...(!strange && { log: silent }),
      },
    })
    return etag === undefined ? asked : asked.catch(notModified)
  }

  let { url } = request
  let trusted = true
  let response = await ask(url, trusted, recalled?.etag)
  if (recalled?.etag !== undefined && response.status === 304) {
    return recalled.confirmed(response.headers)
  }
  for (let hops = 0; ; hops += 1) {
    const hop = redirectOf(method, url, base, response)
    if (!hop) break
    await discard(response)
    if (hops === mostHops) {
      return { ok: false, failure: redirectedOn(mostHops), headers: response.headers }
    }
    url = hop.url
    // Whoever was led astray once is a stranger, wherever the way leads from there.
    trusted &&= hop.trusted
    response = await ask(url, trusted)
  }

  const { status, headers, data } = response
  if (status < 200 || status > 299) {
    await discard(response)
    return { ok: false, failure: classifyStatus(status, headers, data), headers }
  }
  const body = await (reader?.read ?? readBody)(data, { ...response, cut }, max_response_bytes)
  // Octokit gives an empty text for a body that breaks off, also when the signal broke it off.
  signal.throwIfAborted()
  if (!body.ok) return { ok: false, failure: unreadBody(body, headers), headers }
  const limit = limitIn(body.value, headers)
  if (limit) return { ok: false, failure: limit, headers }
  if (body.value === undefined && expect === "json") {
    return { ok: false, failure: serverFailed("GitHub's answer is empty", headers), headers }
  }
  // The version of what a redirect led to says nothing about the address that was asked.
  const whole = status === 200 && url === request.url && !body.truncated
  if (whole) recalled?.keep(body.value ?? null, headers)
  const truncated = body.truncated === true
  return { ok: true, body: body.value ?? null, headers, ...(truncated && { truncated }) }
}

let loaded: typeof import("./whole-response.js") | undefined

/** What an Octokit of the caller's takes, the first request through one loads before it is sent. */
async function loadWholeResponse() {
  loaded ??= await import("./whole-response.js")
  return loaded.wholeResponse
}

/** An open body keeps its connection from being used again. */
async function discard({ data }: OctokitResponse): Promise<void> {
  if (data instanceof ReadableStream && !data.locked) await data.cancel().catch(() => undefined)
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Octokit throws for a 304, which is what was hoped for. */
function notModified(error: unknown): OctokitResponse {
  const response = responseOf(error)
  if (response?.status === 304) return response
  throw error
}
