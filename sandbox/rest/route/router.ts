import { withSlashes } from "../../../schema/lazy/index.js"
import { type Answer, DOCUMENTATION } from "../../http/index.js"
import githubOperations from "./github-operations.json" with { type: "json" }
import type { RestRequest } from "./rest-request.js"

/** Without an answer, it is 204. */
// biome-ignore lint/suspicious/noConfusingVoidType: a change that returns nothing is a handler.
export type Handler = (request: RestRequest) => Answer | void

/** A method and a path in GitHub's notation, with the handler. */
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

/** An operation of GitHub, and the values of its path parameters. */
export interface Found {
  /** `GET /repos/{owner}/{repo}`. */
  operation: string
  /** The page that GitHub's errors link to. */
  docs: string
  /** Absent if the sandbox does not model the operation. */
  route: Route | undefined
  params: Record<string, string>
}

interface End {
  path: string
  docs: string
}

/** The continuations of a path prefix. */
interface Node {
  literals: Map<string, Node>
  parameter: Node | undefined
  /** Whether the parameter may contain slashes. */
  hasSlashes: boolean
  /** Whether it may be empty or end in a slash: the path of a folder, or a prefix of references. */
  mayBeEmpty: boolean
  /** The operations that end here, by method. */
  ends: Map<string, End>
}

const newNode = (): Node => ({
  literals: new Map(),
  parameter: undefined,
  hasSlashes: false,
  mayBeEmpty: false,
  ends: new Map(),
})

/**
 * Finds a request's operation among all that GitHub describes, so that unmodelled operations are not confused with
 * modelled or nonexistent ones.
 */
export function createRouter(
  routes: readonly Route[],
): (method: string, path: string) => Found | undefined {
  const modelled = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))
  const root = newNode()
  for (const [path, pages] of Object.entries(githubOperations)) {
    for (const [method, docs] of Object.entries(pages)) {
      nodeAt(root, path).ends.set(method, { path, docs: `${DOCUMENTATION.rest}/${docs}` })
    }
  }
  return (method, path) => {
    const wanted = method === "HEAD" ? "GET" : method
    const found = match(root, path.split("/"), 0, wanted)
    if (!found) return undefined
    const { path: described, docs } = found.end
    const operation = `${wanted} ${described}`
    const names = [...described.matchAll(/\{([\w-]+)\}/g)].map(([, name = ""]) => name)
    const params = Object.fromEntries(
      names.map((name, index) => [name, decode(found.values[index] ?? "")]),
    )
    return { operation, docs, route: modelled.get(operation), params }
  }
}

function nodeAt(root: Node, path: string): Node {
  let node = root
  for (const segment of path.split("/")) {
    const [, name] = /^\{([\w-]+)\}$/.exec(segment) ?? []
    if (name === undefined) node = childOf(node, segment)
    else {
      node.parameter ??= newNode()
      node.hasSlashes ||= withSlashes.has(name)
      node.mayBeEmpty ||= name === "path" || path.endsWith("/matching-refs/{ref}")
      node = node.parameter
    }
  }
  return node
}

function childOf(node: Node, segment: string): Node {
  const known = node.literals.get(segment)
  if (known) return known
  const child = newNode()
  node.literals.set(segment, child)
  return child
}

interface Match {
  end: End
  values: readonly string[]
}

/**
 * Fixed segments match before parameters, so `issues/comments` is not an issue. A parameter with slashes takes as few
 * segments as possible, so that fixed segments after it can match.
 */
function match(
  node: Node,
  segments: readonly string[],
  at: number,
  method: string,
  values: readonly string[] = [],
): Match | undefined {
  const segment = segments[at]
  if (segment === undefined) {
    const end = node.ends.get(method) ?? (node.mayBeEmpty && node.parameter?.ends.get(method))
    return end ? { end, values } : undefined
  }
  const literal = node.literals.get(segment)
  const found = literal && match(literal, segments, at + 1, method, values)
  if (found || !node.parameter || (segment === "" && !node.mayBeEmpty)) return found
  // A trailing slash is not part of a name.
  const isOpen = segments.at(-1) === "" && !node.mayBeEmpty
  const most = node.hasSlashes ? segments.length - (isOpen ? 1 : 0) : at + 1
  for (let end = at + 1; end <= most; end++) {
    const value = segments.slice(at, end).join("/")
    const rest = match(node.parameter, segments, end, method, [...values, value])
    if (rest) return rest
  }
  return undefined
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
