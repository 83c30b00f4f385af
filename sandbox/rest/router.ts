import type { Answer } from "../http/answer.js"
import type { RestRequest } from "./request.js"

export type Handler = (request: RestRequest) => Answer

/** A method and a path as GitHub's description writes them, and what answers there. */
export interface Route {
  method: string
  path: string
  handler: Handler
}

/** `{ "GET /repos/{owner}/{repo}": handler }` as routes. */
export const routesOf = (table: Record<string, Handler>): Route[] =>
  Object.entries(table).map(([key, handler]) => {
    const [method = "", path = ""] = key.split(" ")
    return { method, path, handler }
  })

/** Names of branches, tags and files contain slashes, which clients escape or do not. */
const MULTI_SEGMENT = new Set(["path", "ref", "tag"])

export interface Found {
  route: Route
  params: Record<string, string>
}

export function createRouter(
  routes: readonly Route[],
): (method: string, path: string) => Found | undefined {
  const compiled = [...routes]
    .sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1))
    .map((route) => ({ route, ...compile(route.path) }))
  return (method, path) => {
    const wanted = method === "HEAD" ? "GET" : method
    for (const { route, names, pattern } of compiled) {
      if (route.method !== wanted) continue
      const values = pattern.exec(path)?.slice(1)
      if (!values) continue
      return {
        route,
        params: Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? "")])),
      }
    }
    return undefined
  }
}

/** Fixed segments are tried before parameters: `issues/comments` is not an issue. */
const sortKey = (path: string): string => path.replaceAll("{", "\u{ffff}")

function compile(path: string): { names: string[]; pattern: RegExp } {
  const names: string[] = []
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name)
    return MULTI_SEGMENT.has(name) ? "(.+)" : "([^/]+)"
  })
  return { names, pattern: new RegExp(`^${source}/?$`) }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
