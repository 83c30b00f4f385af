import { reasonOf, shorten } from "../errors/index.js"
import type { Outgoing, RawResponse } from "./message.js"
import { isStream, readFrom } from "./read-body.js"

export type Fetch = typeof globalThis.fetch

const media = "application/vnd.github.v3+json"

/**
 * Sends a request with `fetch` and the headers of `@octokit/request`.
 *
 * @returns the answer, also if the server refuses
 * @throws an error in the form of Octokit's if no answer arrives
 */
export async function sendDirectly(
  { method, url, headers, body, signal }: Outgoing,
  fetch: Fetch | undefined,
): Promise<RawResponse> {
  const all: Record<string, string> = { accept: media, "user-agent": userAgent() }
  if (body !== undefined) all["content-type"] = "application/json; charset=utf-8"
  Object.assign(all, headers)
  const sent: RequestInit = { method, headers: all, signal, redirect: "manual" }
  // Before TypeScript 5.7, declarations cannot name the `Uint8Array<ArrayBuffer>` that a body is.
  if (isRaw(body)) sent.body = body as NonNullable<RequestInit["body"]>
  else if (body !== undefined) sent.body = JSON.stringify(body)
  let response: Response
  try {
    // Read at each request, because tests and tools replace it.
    response = await followingFetch(fetch ?? globalThis.fetch, url, sent)
  } catch (error) {
    throw notConnected(error)
  }
  const { status } = response
  const received: Record<string, string> = {}
  for (const [name, value] of response.headers) received[name] = value
  if (status < 400) return { status, headers: received, data: response.body }
  const { text, isCut } = await errorIn(response)
  if (isCut) received["content-type"] = plain
  return { status, headers: received, data: refusalIn(text, received["content-type"]) }
}

export function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === "string" || body instanceof Uint8Array
}

let agent: string | undefined

/** GitHub refuses requests that do not name a program. */
function userAgent(): string {
  agent ??= `ghx ${platform()}`
  return agent
}

/** The platform's user agent, which Node has since version 21. */
function platform(): string {
  const { navigator }: { navigator?: { userAgent?: string } } = Object(globalThis)
  if (navigator?.userAgent !== undefined) return navigator.userAgent
  const { version = "", platform, arch } = globalThis.process ?? {}
  return `Node.js/${version.slice(1)} (${platform}; ${arch})`
}

/** An error in the form of Octokit's, which the caller takes for a broken connection. */
function notConnected(error: unknown): Error {
  return Object.assign(new Error(reasonOf(error), { cause: error }), { name: "HttpError" })
}

function refusalIn(text: string, type = plain): unknown {
  if (!/^text\/|json\b|xml\b|charset="?utf-8/i.test(type)) return undefined
  try {
    return /json\b/i.test(type) ? JSON.parse(text) : text
  } catch {
    return text
  }
}

// Bodies of errors are a few sentences. Octokit parses them with a parser that takes a second for 64 kB of quotes,
// and serializes them with one that overflows the stack if they are deep.
const mostOfError = 4_000_000
const longestError = 8_000
const deepestError = 64

/**
 * How long to wait for the body of an error. Status and headers contain nearly everything, so a missing body is not
 * an error.
 */
const patience_ms = 2_000

const plain = "text/plain; charset=utf-8"

/** A response of `fetch` as every platform can read it, with an error body of limited size. */
export async function normalizedFetch(
  ...request: Parameters<typeof followingFetch>
): Promise<Response> {
  const response = await followingFetch(...request)
  const { status, headers, body } = response
  if (status < 400 || status > 599 || !body) return response
  const { text, isCut } = await errorIn(response)
  const own = new Headers(headers)
  if (isCut) own.set("content-type", plain)
  // Omits the status text, which nobody reads: unusual ones make the constructor throw.
  return new Response(text, { status, headers: own })
}

async function followingFetch(
  fetch: Fetch,
  address: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  let response = await fetch(address, init)
  // Browsers hide a redirect's target, and drop the token if it leads to another origin.
  if (response.type === "opaqueredirect" && (init?.method ?? "GET") === "GET")
    response = await fetch(address, { ...init, redirect: "follow" })
  if (response.body && !isStream(response.body))
    response = (await import("./platform-response.js")).platformResponse(response)
  return response
}

/** The body of an error, as JSON or text of limited size. `isCut`: it is text, whatever its content type says. */
async function errorIn({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  const text = body ? await arrivedText(body) : ""
  if (text.length <= longestError && depthOf(text) <= deepestError) return { text, isCut: false }
  const json = summary(text)
  return { text: json ?? text.slice(0, longestError), isCut: json === undefined }
}

/**
 * The text of a body; empty if it does not arrive. The refusal is then still complete enough: its status and headers,
 * with rate limits, have arrived.
 */
async function arrivedText(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader()
  const stop = () => reader.cancel().catch(() => undefined)
  const timer = setTimeout(stop, patience_ms)
  try {
    return (await readFrom(reader, mostOfError)).text
  } catch {
    return ""
  } finally {
    clearTimeout(timer)
  }
}

/** The top level of JSON that is too large or too deep; undefined if the text is not JSON. */
function summary(text: string): string | undefined {
  try {
    return JSON.stringify(topLevel(JSON.parse(text), 4))
  } catch {
    return undefined
  }
}

function topLevel(value: unknown, depth: number): unknown {
  if (typeof value === "string") return shorten(value, 1_000)
  if (typeof value !== "object" || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, 5).map((item) => topLevel(item, depth - 1))
  const entries = Object.entries(value).slice(0, 20)
  return Object.fromEntries(
    entries.map(([key, item]) => [shorten(key, 100), topLevel(item, depth - 1)]),
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
