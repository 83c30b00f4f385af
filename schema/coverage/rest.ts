import { routes } from "../../sandbox/rest/index.js"
import type { RestDescription } from "../slim-rest.js"
import type { Coverage, Entry } from "./coverage.js"

/** Every operation of the pinned description. */
export function restCoverage({ paths }: RestDescription): Coverage {
  const modelled = new Map(routes.map((route) => [nameOf(route.method, route.path), route]))
  const byRoot = new Map<string, Entry[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const name = nameOf(method, path)
      const root = rootOf(path)
      const entries = byRoot.get(root) ?? []
      byRoot.set(root, [
        ...entries,
        { name, treatment: modelled.has(name) ? "modelled" : "refused" },
      ])
    }
  }
  return {
    title: "REST",
    noun: "operations",
    introduction:
      "A path that GitHub does not have is a 404. A parameter, a field of a body or a media type that an operation does not read is refused as well.",
    groups: [...byRoot].map(([name, entries]) => ({ name, entries })),
  }
}

const nameOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`

const REPOSITORY = "/repos/{owner}/{repo}"

/** `/user`, or within a repository `/repos/{owner}/{repo}/issues`. */
function rootOf(path: string): string {
  if (!path.startsWith(REPOSITORY)) return `/${path.split("/")[1]}`
  const [, segment] = path.slice(REPOSITORY.length).split("/")
  return segment === undefined ? REPOSITORY : `${REPOSITORY}/${segment}`
}
