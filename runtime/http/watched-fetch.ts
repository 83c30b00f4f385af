import { bearableFetch, type Fetch } from "./bearable-fetch.js"

export interface Watcher {
  /** The request is about to leave: what an auth strategy or a hook asks beforehand is none of ours. */
  onSend(): void
  /** Called with the token of the request, wherever it comes from. */
  onToken(token: string): void
  /** For an Octokit that reads bodies by itself: the same response with a body that is there. */
  readonly whole: ((response: Response) => Promise<Response>) | undefined
}

/** A `fetch` that reports what Octokit sends, and limits the size of error bodies. */
export function watchedFetch(inner: Fetch, { onSend, onToken, whole }: Watcher): Fetch {
  return async (address, init) => {
    const [, token] = authorizationIn(init?.headers)?.match(/^\S+\s+(\S+)$/) ?? []
    if (token !== undefined) onToken(token)
    onSend()
    const response = await bearableFetch(inner, address, init)
    const { status } = response
    return whole && status >= 200 && status <= 299 ? whole(response) : response
  }
}

function authorizationIn(headers: object | undefined): string | undefined {
  if (!headers) return undefined
  // Octokit passes plain objects; converting them to `Headers` takes as long as everything else here.
  const given = Symbol.iterator in headers ? new Headers(headers) : Object.entries(headers)
  for (const [name, value] of given) {
    if (name.toLowerCase() === "authorization" && typeof value === "string") return value
  }
  return undefined
}
