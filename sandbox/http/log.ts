import type { IncomingMessage } from "node:http"
import type { Viewer } from "../state/permissions.js"
import type { Described } from "./misbehave.js"

/** One request that reached the sandbox. */
export interface LoggedRequest {
  /** Counts from 1. */
  number: number
  method: string
  /** As it was sent: nothing in it is decoded or resolved. */
  path: string
  /** Parameters of the query string. */
  query: Record<string, string>
  /** The REST route, as GitHub's description writes it: `GET /repos/{owner}/{repo}`. */
  route: string | null
  /** Lower-case names; the credential is never kept. */
  headers: Record<string, string>
  /** The account of the token, or null. */
  login: string | null
  /** The parsed JSON body, or its text where it is not JSON. */
  body: unknown
  operation_name: string | null
  operation_type: "query" | "mutation" | "subscription" | null
  /** Points that GitHub would have charged for GraphQL. */
  cost: number | null
  /** Null while the answer is being made, and when the connection was dropped. */
  status: number | null
  response: unknown
  bytes_received: number
  bytes_sent: number
  at: string
}

/** Writes a request down before it is answered. */
export function logRequest(
  site: { requests: LoggedRequest[]; now: () => Date },
  request: IncomingMessage,
  text: string,
  viewer: Viewer | undefined,
): LoggedRequest {
  const body = parsedBody(text)
  const { authorization: _, ...headers } = request.headers
  const [path = "/", query] = (request.url ?? "/").split(/\?(.*)/s)
  const logged: LoggedRequest = {
    number: (site.requests.at(-1)?.number ?? 0) + 1,
    method: request.method ?? "GET",
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    route: null,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    login: viewer?.account.login ?? null,
    body,
    operation_name: operationName(body),
    operation_type: null,
    cost: null,
    status: null,
    response: null,
    bytes_received: Buffer.byteLength(text),
    bytes_sent: 0,
    at: site.now().toISOString(),
  }
  site.requests.push(logged)
  return logged
}

function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The name in the request, or else the first one in its document: rules match before parsing. */
function operationName(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return null
  const { operationName: name, query } = body as Record<string, unknown>
  if (typeof name === "string" && name !== "") return name
  if (typeof query !== "string") return null
  return /(?:^|[\s}])(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? null
}

/** What rules are compared with. */
export const describe = (logged: LoggedRequest, text: string): Described => ({
  operation_name: logged.operation_name ?? "",
  path: logged.path,
  method: logged.method,
  body_includes: text,
})
