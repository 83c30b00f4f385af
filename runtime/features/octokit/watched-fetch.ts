import { type Fetch, normalizedFetch } from "../../http/index.js"

export interface Watcher {
  /** Called just before the request is sent, and not for requests that an auth strategy or a hook makes before it. */
  onSend(): void
  /** Called with the token of the request, whatever its source. */
  onToken(token: string): void
  /** Returns the response with its body already read, for an Octokit that reads bodies itself. */
  readonly whole: ((response: Response) => Promise<Response>) | undefined
}

/** A `fetch` that reports what Octokit sends, and limits the size of error bodies. */
export function watchedFetch(inner: Fetch, { onSend, onToken, whole }: Watcher): Fetch {
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
