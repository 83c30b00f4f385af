import { reasonOf } from "../errors/index.js"
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
  agent ??= `ghx ${platform()}`
  const all: Record<string, string> = { accept: media, "user-agent": agent }
  if (body !== undefined) all["content-type"] = "application/json; charset=utf-8"
  Object.assign(all, headers)
  const sent: RequestInit = { method, headers: all, signal, redirect: "manual" }
  // Before TypeScript 5.7, declarations cannot name the `Uint8Array<ArrayBuffer>` that a body is.
  if (isRaw(body)) sent.body = body as NonNullable<RequestInit["body"]>
  else if (body !== undefined) sent.body = JSON.stringify(body)
  let response: Response
  try {
    // Read at each request, because tests and tools replace it.
    const own = fetch ?? globalThis.fetch
    response = await own(url, sent)
    if (isUnreadable(response)) response = await readable(response, own, url, sent)
  } catch (error) {
    throw notConnected(error)
  }
  const { status } = response
  const received: Record<string, string> = {}
  for (const [name, value] of response.headers) received[name] = value
  if (status < 400) return { status, headers: received, data: response.body }
  const text = response.body ? await arrivedText(response.body) : ""
  return { status, headers: received, data: refusalIn(text, received["content-type"]) }
}

export function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === "string" || body instanceof Uint8Array
}

/** GitHub refuses requests that do not name a program. */
let agent: string | undefined

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

function refusalIn(text: string, type = "text/plain"): unknown {
  if (!/^text\/|json\b|xml\b|charset="?utf-8/i.test(type)) return undefined
  try {
    return /json\b/i.test(type) ? JSON.parse(text) : text
  } catch {
    return text
  }
}

const mostOfError = 4_000_000

/**
 * How long to wait for the body of an error. Status and headers contain nearly everything, so a missing body is not
 * an error.
 */
const patience_ms = 2_000

/** Whether not every platform can read a response of `fetch`. */
export const isUnreadable = ({ type, body }: Response) =>
  type === "opaqueredirect" || (body !== null && !isStream(body))

/** A response of `fetch` as every platform can read it. */
export async function readable(
  given: Response,
  fetch: Fetch,
  ...[address, init]: Parameters<Fetch>
): Promise<Response> {
  let response = given
  // Browsers hide a redirect's target, and drop the token if it leads to another origin.
  if (response.type === "opaqueredirect" && (init?.method ?? "GET") === "GET")
    response = await fetch(address, { ...init, redirect: "follow" })
  if (response.body && !isStream(response.body))
    response = (await import("./platform-response.js")).platformResponse(response)
  return response
}

/**
 * The text of an error's body; empty if it does not arrive. The refusal is then still complete enough: its status and headers,
 * with rate limits, have arrived.
 */
export async function arrivedText(body: ReadableStream<Uint8Array>): Promise<string> {
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
