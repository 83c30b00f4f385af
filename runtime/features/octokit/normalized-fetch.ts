import { shorten } from "../../errors/index.js"
import { arrivedText, type Fetch, isUnreadable, readable } from "../../http/index.js"

// Bodies of errors are a few sentences. Octokit parses them with a parser that takes a second for 64 kB of quotes,
// and serializes them with one that overflows the stack if they are deep.
const longestError = 8_000
const deepestError = 64

const plain = "text/plain; charset=utf-8"

/** A response of `fetch` with an error body of limited size. */
export async function normalizedFetch(
  fetch: Fetch,
  ...request: Parameters<Fetch>
): Promise<Response> {
  const given = await fetch(...request)
  const response = isUnreadable(given) ? await readable(given, fetch, ...request) : given
  const { status, headers, body } = response
  if (status < 400 || status > 599 || !body) return response
  const { text, isCut } = await errorIn(response)
  const own = new Headers(headers)
  if (isCut) own.set("content-type", plain)
  // Omits the status text, which nobody reads: unusual ones make the constructor throw.
  return new Response(text, { status, headers: own })
}

/** The body of an error, as JSON or text of limited size. `isCut`: it is text, whatever its content type says. */
async function errorIn({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  const text = body ? await arrivedText(body) : ""
  if (text.length <= longestError && depthOf(text) <= deepestError) return { text, isCut: false }
  const json = summary(text)
  return { text: json ?? text.slice(0, longestError), isCut: json === undefined }
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
