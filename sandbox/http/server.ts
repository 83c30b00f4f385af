import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Viewer } from "../state/permissions.js"
import type { World } from "../state/world.js"
import { type Answer, badCredentials, notAnEndpoint } from "./answer.js"
import { answerGraphQL } from "./graphql-endpoint.js"
import type { LoggedRequest } from "./log.js"
import type { Match, Misbehaviour, Rule } from "./misbehave.js"
import type { RateLimiter } from "./rate-limit.js"

export interface Site {
  world: World
  limiter: RateLimiter
  misbehaviour: Misbehaviour
  requests: LoggedRequest[]
  /** The viewer behind a token. */
  viewerOf: (token: string) => Viewer | undefined
  /** For the log; the wall clock unless the caller injected one. */
  now: () => Date
}

const GRAPHQL_PATHS = new Set(["/graphql", "/api/graphql"])

export function createSite(site: Site): Server {
  return createServer((request, response) => {
    serve(site, request, response).catch((error: unknown) => {
      // A defect of the sandbox: say so instead of leaving the client waiting.
      if (!response.headersSent) response.writeHead(500)
      response.end(`The sandbox failed: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
}

async function serve(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await bodyOf(request)
  const viewer = viewerOf(site, request)
  const logged = log(site, request, text, viewer)
  const rule = site.misbehaviour.take(description(logged, text))
  if (rule && "delay_ms" in rule) await sleep(rule.delay_ms)
  if (rule && "drop" in rule && rule.drop === "before") {
    request.socket.resetAndDestroy()
    return
  }
  const answer = await answerOf(site, logged, viewer, rule)
  if (rule && "drop" in rule) {
    request.socket.resetAndDestroy()
    return
  }
  send(site, request, response, logged, viewer, answer, rule)
}

async function answerOf(
  site: Site,
  logged: LoggedRequest,
  viewer: Viewer | undefined,
  rule: Rule | undefined,
): Promise<Answer> {
  const forced = rule && "status" in rule ? rule : undefined
  if (forced && !forced.applied) return forcedAnswer(forced)
  const error = rule && "graphql_error" in rule ? rule : undefined
  const answer = await ordinaryAnswer()
  if (forced) return forcedAnswer(forced)
  return { ...answer, headers: { ...answer.headers, ...error?.headers } }

  function ordinaryAnswer(): Answer | Promise<Answer> {
    if (!viewer) return badCredentials()
    if (!GRAPHQL_PATHS.has(logged.path) || logged.method !== "POST") return notAnEndpoint()
    return answerGraphQL(site.world, site.limiter, viewer, logged, error)
  }
}

function forcedAnswer(rule: Extract<Rule, { status: number }>): Answer {
  const body = rule.body ?? { message: `The sandbox was told to answer ${rule.status}` }
  return { status: rule.status, headers: rule.headers ?? {}, body }
}

function send(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  logged: LoggedRequest,
  viewer: Viewer | undefined,
  answer: Answer,
  rule: Rule | undefined,
): void {
  const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body)
  const bytes = Buffer.from(text)
  logged.status = answer.status
  logged.response = answer.body
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-github-media-type": "github.v4; format=json",
    "x-github-request-id": requestId(logged.number),
    ...(viewer && limitHeaders(site, viewer)),
    ...answer.headers,
  }
  response.writeHead(answer.status, { ...headers, "content-length": String(bytes.length) })
  if (rule && "truncate" in rule) {
    const half = bytes.subarray(0, Math.floor(bytes.length / 2))
    logged.bytes_sent = half.length
    response.write(half, () => request.socket.destroy())
    return
  }
  logged.bytes_sent = bytes.length
  response.end(bytes)
}

function limitHeaders(site: Site, viewer: Viewer): Record<string, string> {
  const { limit, remaining, used, reset } = site.limiter.state(viewer.account)
  return {
    "x-oauth-scopes": [...viewer.scopes].join(", "),
    "x-accepted-oauth-scopes": "repo",
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": "graphql",
  }
}

const requestId = (number: number): string => {
  const hex = number.toString(16).toUpperCase().padStart(8, "0")
  return `5A4D:0B0F:${hex}:${hex}:00000000`
}

function viewerOf(site: Site, request: IncomingMessage): Viewer | undefined {
  const [, token] = /^(?:bearer|token)\s+(.+)$/i.exec(request.headers.authorization ?? "") ?? []
  return token === undefined ? undefined : site.viewerOf(token)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

function log(
  site: Site,
  request: IncomingMessage,
  text: string,
  viewer: Viewer | undefined,
): LoggedRequest {
  const body = parsedBody(text)
  const { authorization: _, ...headers } = request.headers
  const logged: LoggedRequest = {
    number: (site.requests.at(-1)?.number ?? 0) + 1,
    method: request.method ?? "GET",
    path: new URL(request.url ?? "/", "http://sandbox").pathname,
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

const description = (logged: LoggedRequest, text: string): Required<Match> => ({
  operation_name: logged.operation_name ?? "",
  path: logged.path,
  method: logged.method,
  body_includes: text,
})
