/** Requests through an Octokit. Loaded by the first one. */
import { classifyStatus } from "../../errors/index.js"
import {
  type Adapter,
  type Fetch,
  type HttpRequest,
  isRaw,
  type Outgoing,
  type PacedDeadline,
  type RawResponse,
} from "../../http/index.js"
import { deadline, monotonicNow } from "../../timing/index.js"
import { exactData } from "./exact-data.js"
import { normalizedFetch } from "./normalized-fetch.js"
import { type OctokitLike, pathOf, responseOf, splitUrl } from "./octokit.js"
import { sendOnce } from "./send-once.js"
import { notAuthenticated, strategyThrew, tokenFailure } from "./strategy-failures.js"
import { wholeResponse } from "./whole-response.js"

/** @param foreign - the Octokit is the caller's. Its plugins expect parsed bodies. */
export function adapterOf(octokit: () => Promise<OctokitLike>, foreign: boolean): Adapter {
  return {
    foreign,
    ...(foreign && { deadline: pacedDeadline }),
    async send(outgoing, request, connection) {
      const own = await octokit()
      outgoing.signal.throwIfAborted()
      return sendWithOctokit(own, foreign, outgoing, request, connection)
    },
    answerOf: (error, about) => answerOf(error, { ...about, strategy: !foreign }),
  }
}

/** URLs where auth strategies request tokens and app metadata. */
const strategies =
  /\/(?:app(?:\/installations(?:\/\d+\/access_tokens)?)?|login\/oauth\/access_token)$/

const denied = new Set([401, 403, 404])

/** Messages of Octokit's auth strategies for requests that were not sent, or sent without credentials. */
const strategyMessages = /^\[@octokit\/auth-app\] installationId|\black of authentication\b/

/**
 * Classifies an error thrown by Octokit by the status, if there was an answer. A failure of an auth strategy before the
 * request is not treated as the response to the request.
 */
function answerOf(
  error: unknown,
  about: { readonly sent: boolean; readonly disconnected: boolean; readonly strategy: boolean },
): ReturnType<Adapter["answerOf"]> {
  const response = responseOf(error)
  const unauthenticated = error instanceof Error && strategyMessages.test(error.message)
  if (unauthenticated && (!response || denied.has(response.status)))
    return { ok: false, failure: notAuthenticated(error, response), headers: {} }
  if (response) {
    const { status, headers, data } = response
    const failure = strategies.test(pathOf(error) ?? "")
      ? tokenFailure(response)
      : classifyStatus(status, headers, data)
    return { ok: false, failure, headers }
  }
  if (about.disconnected || !about.strategy || about.sent) return undefined
  return { ok: false, failure: strategyThrew(error), headers: {} }
}

/** Sends one request through an Octokit. */
async function sendWithOctokit(
  octokit: OctokitLike,
  foreign: boolean,
  { method, url, headers: sent, body, signal }: Outgoing,
  { channel, writes, expect }: HttpRequest,
  { max_response_bytes, onSend, onToken, onCut, onInexact }: Parameters<Adapter["send"]>[2],
): Promise<RawResponse> {
  let type: string | null = null
  const whole = (some: Response) => {
    type = some.headers.get("content-type")
    return wholeResponse(some, max_response_bytes, onCut)
  }
  const asRead = foreign && channel === "graphql" && !writes ? readRequest(url, body) : undefined
  const watcher = { onSend, onToken, whole: foreign ? whole : undefined }
  const send = watchedFetch(asRead?.fetch(fetchOf(octokit)) ?? fetchOf(octokit), watcher)
  const once = foreign ? sendOnce(send, channel) : undefined
  // Octokit decodes text without its byte order mark, and bytes that are not UTF-8 as U+FFFD.
  const isRead = typeof expect === "object"
  const asked = octokit.request(asRead?.route ?? `${method} ${literal(url)}`, {
    // Serialized here, because Octokit searches JSON for big integers when it serializes. The plugins of a caller's
    // Octokit expect an object.
    ...(body !== undefined && { data: foreign || isRaw(body) ? body : JSON.stringify(body) }),
    headers: sent,
    request: {
      signal,
      redirect: "manual",
      fetch: once?.fetch ?? send,
      // plugin-retry waits between attempts, and `sendOnce` would answer each further attempt with the first
      // answer.
      ...(foreign && { retries: 0 }),
      // Octokit's JSON parser keeps big integers and is 18 times slower than the platform's. Its warnings
      // print the server's text into the caller's output.
      ...((!foreign || isRead) && { parseSuccessResponseBody: false }),
      ...(!foreign && { log: silent }),
    },
  })
  const response = await (once?.answerOf(asked, writes) ?? asked).catch(notModified)
  const headers = type === null ? response.headers : { ...response.headers, "content-type": type }
  const { status, data } = response
  return { status, headers, data: foreign && !isRead ? exactData(data, onInexact) : data }
}

/** Octokit takes `:name` and `{name}` in an address for templates. */
function literal(url: string): string {
  const { origin, path, query } = splitUrl(url)
  return origin + (path + query).replace(/[:{}]/g, encodeURIComponent)
}

/** The `fetch` of an Octokit: its own, or the platform's. */
function fetchOf({ request }: OctokitLike): Fetch {
  const own = request.endpoint?.DEFAULTS?.request?.fetch
  return own ?? ((address, init) => globalThis.fetch(address, init))
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Octokit throws for a 304, the expected answer to a request with an ETag. */
function notModified(error: unknown): RawResponse {
  const response = responseOf(error)
  if (response?.status === 304) return response
  throw error
}

interface Watcher {
  /** Called just before the request is sent, and not for requests that an auth strategy or a hook makes before it. */
  onSend(): void
  /** Called with the token of the request, whatever its source. */
  onToken(token: string): void
  /** Returns the response with its body already read, for an Octokit that reads bodies itself. */
  readonly whole: ((response: Response) => Promise<Response>) | undefined
}

/** A `fetch` that reports what Octokit sends, and limits the size of error bodies. */
function watchedFetch(inner: Fetch, { onSend, onToken, whole }: Watcher): Fetch {
  return async (address, init) => {
    const [, token] = authorizationIn(init?.headers)?.match(/^\S+\s+(\S+)$/) ?? []
    if (token !== undefined) onToken(token)
    onSend()
    const response = await normalizedFetch(inner, address, init)
    const { status } = response
    return whole && status >= 200 && status <= 299 ? whole(response) : response
  }
}

function authorizationIn(headers: object | undefined): string | undefined {
  if (!headers) return undefined
  // Octokit passes plain objects; converting them to `Headers` would take as long as the rest of this function.
  const given = Symbol.iterator in headers ? new Headers(headers) : Object.entries(headers)
  for (const [name, value] of given) {
    if (name.toLowerCase() === "authorization" && typeof value === "string") return value
  }
  return undefined
}

/** When the Octokit of a client last sent anything. */
const departures = new WeakMap<object, number>()

/**
 * The time limit for a request through an Octokit that may pace its requests. It starts when the request is sent;
 * until then, the Octokit must send some other request within the limit.
 */
function pacedDeadline(
  parent: AbortSignal | undefined,
  client: { readonly timeout_ms: number },
): PacedDeadline {
  const { timeout_ms } = client
  let left: number | undefined
  const more = () => Math.ceil((left ?? departures.get(client) ?? 0) + timeout_ms - monotonicNow())
  return {
    ...deadline(parent, timeout_ms, more),
    leave() {
      left = monotonicNow()
      departures.set(client, left)
    },
  }
}

/**
 * A GraphQL query as the plugins of an Octokit see it: a GET. plugin-throttling takes every other method, and every
 * path that begins with /graphql, for a write, and sends one a second.
 */
function readRequest(url: string, body: unknown) {
  const { origin, path, query } = splitUrl(url)
  const seen = `/${path}`
  return {
    route: `GET ${origin}${seen}${query}`,
    /** Sends the query by POST. Requests of auth strategies are sent as they are. */
    fetch(inner: Fetch): Fetch {
      return (address, init) => {
        if (splitUrl(address).path !== seen) return inner(address, init)
        const headers = new Headers(init?.headers)
        headers.set("content-type", "application/json; charset=utf-8")
        return inner(url, { ...init, method: "POST", body: JSON.stringify(body), headers })
      }
    },
  }
}
