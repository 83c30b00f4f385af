import type { Fetch } from "../../http/index.js"

/**
 * A GraphQL query as the plugins of an Octokit see it: a GET. plugin-throttling takes every other method, and every
 * path that begins with /graphql, for a write, and sends one a second.
 */
export function readRequest(url: string, body: unknown) {
  const { origin, pathname, search } = new URL(url)
  const seen = `/${pathname}`
  return {
    route: `GET ${origin}${seen}${search}`,
    /** Sends the query by POST. Requests of auth strategies are sent as they are. */
    fetch(inner: Fetch): Fetch {
      return (address, init) => {
        if (new URL(String(address)).pathname !== seen) return inner(address, init)
        const headers = new Headers(init?.headers)
        headers.set("content-type", "application/json; charset=utf-8")
        return inner(url, { ...init, method: "POST", body: JSON.stringify(body), headers })
      }
    },
  }
}
