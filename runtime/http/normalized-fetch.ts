import { shorten } from "../errors/index.js"
import { readText } from "./read-body.js"

export type Fetch = typeof globalThis.fetch

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

/** A response of `fetch` as every platform can read it, with an error body of limited size. */
export async function normalizedFetch(
  fetch: Fetch,
  address: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  let response = await fetch(address, init)
  // Browsers hide a redirect's target, and drop the token if it leads to another origin.
  if (response.type === "opaqueredirect" && (init?.method ?? "GET") === "GET")
    response = await fetch(address, { ...init, redirect: "follow" })
  if (response.body && !("getReader" in response.body))
    response = (await import("./platform-response.js")).platformResponse(response)
  const { status } = response
  return status >= 400 && status <= 599 ? normalizeResponse(response) : response
}

async function normalizeResponse(response: Response): Promise<Response> {
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
