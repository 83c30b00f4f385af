import { reasonOf } from "../errors/index.js"
import { type Fetch, normalizedFetch } from "./normalized-fetch.js"
import type { OctokitResponse } from "./octokit.js"

/** A request. The caller reads the answer and follows redirects. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal
}

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
): Promise<OctokitResponse> {
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
    response = await normalizedFetch(fetch ?? globalThis.fetch, url, sent)
  } catch (error) {
    throw notConnected(error)
  }
  const { status } = response
  const received: Record<string, string> = {}
  for (const [name, value] of response.headers) received[name] = value
  const data = status < 400 ? response.body : await refusalIn(response, received["content-type"])
  return { status, headers: received, data }
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

async function refusalIn(response: Response, type = "text/plain"): Promise<unknown> {
  if (!/^text\/|json\b|charset="?utf-8/i.test(type)) return undefined
  const text = await response.text().catch(() => "")
  try {
    return /json\b/i.test(type) ? JSON.parse(text) : text
  } catch {
    return text
  }
}
