import { brief } from "../errors/index.js"
import type { OctokitLike } from "./octokit.js"
import { readText } from "./read-body.js"

export type Fetch = typeof globalThis.fetch

export interface Watcher {
  /** Called just before the request is sent, and not for requests that an auth strategy or a hook makes before it. */
  onSend(): void
  /** Called with the token of the request, whatever its source. */
  onToken(token: string): void
  /** For an Octokit that reads bodies itself: returns the response with its body already read. */
  readonly whole?: (response: Response) => Promise<Response>
}

// Bodies of errors are a few sentences. Octokit parses them with a parser that takes a second for 64 kB of quotes,
// and serializes them with one that overflows the stack if they are deep.
const mostOfError = 4_000_000
const longestError = 8_000
const deepestError = 64

/** A missing body of a refusal is not waited for, because status and headers contain nearly everything. */
const patience_ms = 2_000

/** The `fetch` of an Octokit: its own, or the platform's. */
export function fetchOf({ request }: OctokitLike): Fetch {
  const own = request.endpoint?.DEFAULTS?.request?.fetch
  return own ?? ((address, init) => globalThis.fetch(address, init))
}

/** A `fetch` that reports what Octokit sends, and limits the size of error bodies. */
export function watchedFetch(inner: Fetch, { onSend, onToken, whole }: Watcher): Fetch {
  return async (address, init) => {
    const [, token] = authorizationIn(init?.headers)?.match(/^\S+\s+(\S+)$/) ?? []
    if (token !== undefined) onToken(token)
    onSend()
    let response = await inner(address, init)
    // Browsers hide a redirect's target, and drop the token if it leads to another origin.
    if (response.type === "opaqueredirect" && (init?.method ?? "GET") === "GET")
      response = await inner(address, { ...init, redirect: "follow" })
    if (response.body && !("getReader" in response.body))
      response = (await import("./platform-response.js")).platformResponse(response)
    const { status } = response
    if (status >= 400 && status <= 599) return bearable(response)
    if (!whole || status < 200 || status > 299) return response
    return whole(response)
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

async function bearable(response: Response): Promise<Response> {
  // Omits the status text, which nobody reads: unusual ones make the constructor throw.
  const { status, headers, body } = response
  if (!body) return response
  // If the body does not arrive, the refusal is still complete enough: its status and headers, with rate limits, have
  // arrived.
  const arriving = body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), {
    signal: AbortSignal.timeout(patience_ms),
  })
  const { text } = await readText(arriving, mostOfError).catch(() => ({ text: "" }))
  if (text.length <= longestError && depthOf(text) <= deepestError) {
    return new Response(text, { status, headers })
  }
  const short = new Headers(headers)
  const json = summary(text)
  if (json === undefined) short.set("content-type", "text/plain; charset=utf-8")
  return new Response(json ?? text.slice(0, longestError), { status, headers: short })
}

/** The top level of JSON that is too large or too deep; undefined if the text is not JSON. */
function summary(text: string): string | undefined {
  try {
    return JSON.stringify(surface(JSON.parse(text), 4))
  } catch {
    return undefined
  }
}

function surface(value: unknown, depth: number): unknown {
  if (typeof value === "string") return brief(value, 1_000)
  if (typeof value !== "object" || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, 5).map((item) => surface(item, depth - 1))
  const entries = Object.entries(value).slice(0, 20)
  return Object.fromEntries(
    entries.map(([key, item]) => [brief(key, 100), surface(item, depth - 1)]),
  )
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [character] of text.matchAll(/[[\]{}]/g)) {
    depth += character === "[" || character === "{" ? 1 : -1
    if (depth > deepest) deepest = depth
  }
  return deepest
}
