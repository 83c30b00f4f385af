/** Requests through an Octokit. Loaded by the first one. */

import { type Fetch, isRaw, type Outgoing } from "./fetch.js"
import type { HttpRequest } from "./message.js"
import { type OctokitLike, type OctokitResponse, responseOf } from "./octokit.js"
import { sendOnce } from "./send-once.js"
import { watchedFetch } from "./watched-fetch.js"
import { wholeResponse } from "./whole-response.js"

export { pacedDeadline } from "./paced-deadline.js"

export interface OctokitConnection {
  readonly octokit: OctokitLike
  /** The Octokit is the caller's. Its plugins expect parsed bodies. */
  readonly foreign: boolean
  readonly max_response_bytes: number
  onSend(): void
  onToken(token: string): void
  /** Called if Octokit gets only a part of the body, or none because it broke off. */
  onCut(why: "long" | "broken"): void
}

/** Sends one request through an Octokit. */
export async function sendWithOctokit(
  { method, url, headers, body, signal }: Outgoing,
  { channel, writes, expect }: HttpRequest,
  { octokit, foreign, max_response_bytes, onSend, onToken, onCut }: OctokitConnection,
): Promise<OctokitResponse> {
  let type: string | null = null
  const whole = (some: Response) => {
    type = some.headers.get("content-type")
    return wholeResponse(some, max_response_bytes, onCut)
  }
  const watcher = { onSend, onToken, whole: foreign ? whole : undefined }
  const send = watchedFetch(fetchOf(octokit), watcher)
  const once = foreign ? sendOnce(send, channel) : undefined
  // Octokit decodes text without its byte order mark, and bytes that are not UTF-8 as U+FFFD.
  const isRead = typeof expect === "object"
  const asked = octokit.request(`${method} ${literal(url)}`, {
    // Serialized here, because Octokit searches JSON for big integers when it serializes. The plugins of a caller's
    // Octokit expect an object.
    ...(body !== undefined && { data: foreign || isRaw(body) ? body : JSON.stringify(body) }),
    headers,
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
  if (type === null) return response
  return { ...response, headers: { ...response.headers, "content-type": type } }
}

/** Octokit takes `:name` and `{name}` in an address for templates. */
function literal(url: string): string {
  const { origin } = new URL(url)
  return origin + url.slice(origin.length).replace(/[:{}]/g, encodeURIComponent)
}

/** The `fetch` of an Octokit: its own, or the platform's. */
function fetchOf({ request }: OctokitLike): Fetch {
  const own = request.endpoint?.DEFAULTS?.request?.fetch
  return own ?? ((address, init) => globalThis.fetch(address, init))
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Octokit throws for a 304, the expected answer to a request with an ETag. */
function notModified(error: unknown): OctokitResponse {
  const response = responseOf(error)
  if (response?.status === 304) return response
  throw error
}
