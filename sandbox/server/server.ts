import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http"
import type { Server, Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { GitSite } from "../git-http/index.js"
import {
  type Answer,
  ARCHIVE,
  ARCHIVE_HOST,
  type Archive,
  answerDownload,
  answerRaw,
  answerWeb,
  archivePath,
  type Caller,
  CORS_HEADERS,
  callerOf,
  type Download,
  describe,
  downloadPath,
  type Faults,
  knownViewer,
  type Log,
  limitHeaders,
  logRequest,
  preflight,
  RAW_HOST,
  type RateLimiter,
  type RateLimitResource,
  type RawFile,
  RESULTS_HOST,
  rawPath,
  requestId,
  type SecondaryLimiter,
  tokensIn,
  WEB_HOST,
} from "../http/index.js"
import type { Fault, LoggedRequest } from "../public/index.js"
import type { AppAccess, Deliveries } from "../rest/index.js"
import { type App, loadSecretBox, loadYaml, type Viewer } from "../state/index.js"
import type { Synthesizer } from "../synthesize/index.js"
import type { Store } from "../tables/index.js"
import { answerDeviceLogin, DEVICE_LOGIN } from "./device-login.js"
import { refusalOf } from "./github-hosts.js"
import { answerGraphQL } from "./graphql-endpoint.js"
import { demandOf, secondarilyLimited } from "./secondary.js"

export interface Site extends GitSite {
  store: Store
  limiter: RateLimiter
  /** If absent, secondary limits are not enforced. */
  secondary: SecondaryLimiter | undefined
  faults: Faults
  log: Log
  /** Whether REST requests may contain parameters and fields that no route reads. */
  lenient: boolean
  warn: (what: string) => void
  /** Synthesizes operations that are not modelled; absent if they are refused. */
  synthesizer: Synthesizer | undefined
  /** Whether kinds without a model are held as GitHub describes them. */
  generic: boolean
  deliveries: Deliveries & { ready: (isNeeded: boolean) => Promise<unknown> | undefined }
  /** The viewer of a token. */
  viewerOf: (token: string) => Viewer | undefined
  /** The GitHub App, and what the App's routes change. */
  app: () => App
  mint: AppAccess["mint"]
  revoke: (token: string) => void
  /** The origin for downloads of job logs and of raw files: a separate one, as on GitHub. */
  downloadOrigin: () => string
  /** For the log; the wall clock unless the caller injected one. */
  now: () => Date
  /** Makes the changes that are due by the caller's clock; absent if the clock only advances with changes. */
  catchUp: (() => void) | undefined
}

/** Loaded by the first REST request, because a sandbox that only serves GraphQL needs none of its routes. */
let rest: Promise<typeof import("../rest/index.js")> | undefined

/** Paths of git over HTTP. Loaded by the first request, because most sandboxes need none. */
const GIT = /^\/[^/]+\/[^/]+\/(?:info\/(?:refs|lfs\/.*)|git-(?:upload|receive)-pack)(?:\?|$)/

/** Paths of secrets, whose values are sealed. */
const SECRETS = /\/(?:actions|environments\/[^/]+)\/secrets\//

/** Paths of webhooks. */
const HOOKS = /\/hooks?(?:\/|$)/

/** Paths of events that start workflows. */
const DISPATCHES = /^(?:\/api\/v3)?\/(?:repos\/[^/]+\/[^/]+|repositories\/\d+)\/dispatches$/

const FILE_HOSTS = [RESULTS_HOST, RAW_HOST, ARCHIVE_HOST, WEB_HOST]

/** Its client is often the same process, and may be busy for longer than the five seconds of an idle connection. */
export const PATIENT = { keepAliveTimeout: 120_000 }

const GRAPHQL_PATHS = new Set(["/graphql", "/api/graphql"])

/**
 * Tells clients without a token that this is a sandbox, and which token to send. Not logged, because tests count the
 * requests to GitHub.
 */
const IDENTITY_PATH = "/.well-known/ghx-sandbox"

/** The token of the default viewer. */
export const DEFAULT_TOKEN = "sandbox-token"

/** The server's role: the API, or the downloads and raw files that GitHub keeps on other hosts. */
export type SitePart = "api" | "downloads" | "git"

export interface Listener extends Server {
  closeAllConnections(): void
}

/** @param listen - the kind of server; without TLS by default */
export function createSite(
  site: Site,
  part: SitePart,
  listen: (serve: RequestListener) => Listener = (serve) => createServer(PATIENT, serve),
): Listener {
  return listen((request, response) => {
    serve(site, part, request, response).catch((error: unknown) => {
      // A defect of the sandbox is answered with a 500, so that the client does not wait.
      if (!response.headersSent) response.writeHead(500)
      response.end(`The sandbox failed: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
}

async function serve(
  site: Site,
  served: SitePart,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(request)
  if (refusal !== undefined) {
    response.writeHead(403).end(`${refusal}\n`)
    return
  }
  // A client that takes the sandbox for a proxy sends whole URLs.
  request.url = request.url?.replace(/^http:\/\/[^/]+/, "") || "/"
  if (request.url === IDENTITY_PATH) {
    response.setHeader("content-type", "application/json; charset=utf-8")
    response.end(JSON.stringify({ sandbox: "ghx", token: DEFAULT_TOKEN }))
    return
  }
  const bytes = await bodyOf(request)
  const isFile = isUpload(request) || GIT.test(request.url ?? "")
  const file = isFile ? bytes : Buffer.alloc(0)
  const text = isFile ? "" : bytes.toString("utf8")
  // Over a Unix socket or TLS, one server stands for all hosts.
  const { host = "" } = request.headers
  const isLogin = host === WEB_HOST && DEVICE_LOGIN.test(request.url ?? "")
  const isDownload = (FILE_HOSTS.includes(host) && !isLogin) || served === "downloads"
  const part = GIT.test(request.url ?? "") ? "git" : isDownload ? "downloads" : served
  const caller = callerOf(site.viewerOf, request)
  const logged = logRequest(
    site,
    request,
    text,
    bytes.length,
    part === "downloads" ? undefined : knownViewer(caller),
  )
  const rule = site.faults.take(describe(logged, text))
  const refused = part === "api" ? limitSecondarily(site, caller, logged, response) : undefined
  if (rule && "delay_ms" in rule && !refused) await sleep(rule.delay_ms)
  if (rule && "drop" in rule && rule.drop === "before") {
    reset(request.socket)
    return
  }
  site.catchUp?.()
  const answered = await answerOf(site, part, request, logged, file, caller, rule, refused)
  if (rule && "drop" in rule) {
    reset(request.socket)
    return
  }
  send(request, response, logged, answered, rule)
  site.log.settle(logged)
}

/** The refusal of a request above a secondary limit. An admitted request counts until it is answered. */
function limitSecondarily(
  { secondary }: Site,
  { counted }: Caller,
  logged: LoggedRequest,
  response: ServerResponse,
): Answer | undefined {
  if (!secondary || !("account" in counted)) return undefined
  const isGraphQL = GRAPHQL_PATHS.has(logged.path) && logged.method === "POST"
  const entered = secondary.enter(counted.account.id, demandOf(logged, isGraphQL))
  if ("retry_after_ms" in entered) return secondarilyLimited(entered.retry_after_ms)
  response.once("close", entered.leave)
  return undefined
}

/** Only TCP has resets; over a Unix socket or TLS, closing the connection has the same effect. */
function reset(socket: Socket): void {
  if (socket.remoteFamily === undefined || isSecure(socket)) socket.destroy()
  else socket.resetAndDestroy()
}

const isSecure = (socket: Socket): boolean => "encrypted" in socket

async function answerOf(
  site: Site,
  part: SitePart,
  request: IncomingMessage,
  logged: LoggedRequest,
  file: Buffer,
  caller: Caller,
  rule: Fault | undefined,
  refused: Answer | undefined,
): Promise<Answer> {
  const isGraphQL = GRAPHQL_PATHS.has(logged.path) && logged.method === "POST"
  let resource: RateLimitResource = isGraphQL ? "graphql" : "core"
  const forced = rule && "status" in rule && !refused ? rule : undefined
  const error = rule && "graphql_error" in rule ? rule : undefined
  const ordinary = forced && !forced.applied ? undefined : await ordinaryAnswer()
  const answered = forced ? forcedAnswer(forced) : ordinary
  return {
    ...answered,
    status: answered?.status ?? 500,
    headers: {
      ...(part === "api" && {
        ...CORS_HEADERS,
        "x-github-media-type": `github.${isGraphQL ? "v4" : "v3"}; format=json`,
        ...limitHeaders(site.limiter, caller, resource, logged.path),
        // Clients compare a limit's reset with this date.
        date: site.now().toUTCString(),
      }),
      ...answered?.headers,
      ...error?.headers,
    },
  }

  async function ordinaryAnswer(): Promise<Answer> {
    if (refused) return refused
    await site.deliveries.ready(HOOKS.test(logged.path))
    if (part === "git") {
      const { answerGit } = await import("../git-http/index.js")
      return answerGit(site, caller, logged, file)
    }
    if (part === "downloads" && logged.headers.host === WEB_HOST)
      return answerWeb(site.store, logged)
    if (part === "downloads" && ARCHIVE.test(logged.path) && logged.headers.host !== RAW_HOST) {
      const { answerArchive } = await import("../git-http/index.js")
      return answerArchive(site, logged)
    }
    if (part === "downloads" && !logged.path.startsWith("/rest/")) {
      return answerRaw(site.store, logged)
    }
    if (part === "downloads") {
      const hasCredential = request.headers.authorization !== undefined
      return answerDownload(site.store, logged, hasCredential)
    }
    if (logged.method === "OPTIONS") return preflight()
    if (!request.headers["user-agent"]) return forbidden
    if (isGraphQL) {
      return answerGraphQL(site, caller, logged, error)
    }
    if (DEVICE_LOGIN.test(logged.path) && logged.method === "POST") {
      const origin = `${isSecure(request.socket) ? "https" : "http"}://${request.headers.host}`
      return answerDeviceLogin(logged, site.log.requests, origin, DEFAULT_TOKEN)
    }
    rest ??= import("../rest/index.js")
    const { answerRest } = await rest
    if (SECRETS.test(logged.path)) await loadSecretBox()
    if (DISPATCHES.test(logged.path)) await loadYaml()
    const app = appOf(site, request)
    const answered = answerRest(site, caller, logged, urlsOf(site, request, logged), file, app)
    resource = answered.resource
    return answered.answer
  }
}

function appOf(site: Site, { headers: { authorization } }: IncomingMessage): AppAccess {
  return {
    ...site.app(),
    authorization,
    mint: site.mint,
    revoke() {
      for (const token of tokensIn(authorization ?? "")) site.revoke(token)
    },
  }
}

/** GitHub's answer to requests without a user agent. */
const forbidden: Answer = {
  status: 403,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: "Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.\r\n",
}

const isPublicHost = (host: string): boolean => host.endsWith(".github.com")

/** Base URLs for answers, which lead back to the sandbox so that clients can follow them. */
function urlsOf(site: Site, request: IncomingMessage, logged: LoggedRequest) {
  const host = (request.headers.host ?? "localhost").replace(/^uploads\.(?=github\.com$)/, "api.")
  const isPublic = isPublicHost(host)
  const originOf = (name: string) => (isPublic ? `https://${name}` : site.downloadOrigin())
  return {
    apiUrl: `${isPublic || isSecure(request.socket) ? "https" : "http"}://${host}${/^\/api\/(?:v3|uploads)\//.test(logged.path) ? "/api/v3" : ""}`,
    downloadUrl: (download: Download) => originOf(RESULTS_HOST) + downloadPath(download),
    archiveUrl: (archive: Archive) => originOf(ARCHIVE_HOST) + archivePath(site.store, archive),
    rawUrl: (file: RawFile) => originOf(RAW_HOST) + rawPath(site.store, file),
  }
}

function forcedAnswer(rule: Extract<Fault, { status: number }>): Answer {
  const body = rule.body ?? { message: `Injected fault: HTTP ${rule.status}` }
  return { status: rule.status, headers: rule.headers ?? {}, body }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  logged: LoggedRequest,
  answered: Answer,
  rule: Fault | undefined,
): void {
  const { body, status } = answered
  const bytes = bytesOf(body)
  logged.status = status
  logged.response = body instanceof Uint8Array ? null : (body ?? null)
  response.writeHead(status, {
    ...(body !== undefined && { "content-type": "application/json; charset=utf-8" }),
    "x-github-request-id": requestId(logged.number),
    ...(logged.generic && { "x-ghx-generic": "true" }),
    ...(logged.synthesized.length > 0 && {
      "x-ghx-synthesized": logged.synthesized.slice(0, 20).join(", "),
    }),
    ...answered.headers,
    ...(status !== 204 && status !== 304 && { "content-length": String(bytes.length) }),
  })
  if (rule && "truncate" in rule) {
    const half = bytes.subarray(0, Math.floor(bytes.length / 2))
    logged.bytes_sent = half.length
    response.write(half, () => request.socket.destroy())
    return
  }
  logged.bytes_sent = request.method === "HEAD" ? 0 : bytes.length
  response.end(bytes)
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(
    body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body),
  )
}

/** An uploaded file is never JSON, whatever its content type. */
const isUpload = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "POST" && /\/releases\/\d+\/assets(?:\?|$)/.test(url)

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

export const close = (server: Listener): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
