import { isAnonymous } from "../http/anonymous.js"
import { type Answer, failure, malformedJson } from "../http/answer.js"
import type { Caller } from "../http/caller.js"
import type { LoggedRequest } from "../http/log.js"
import type { RateLimiter, RateLimitResource } from "../http/rate-limit.js"
import type { Viewer } from "../state/permissions.js"
import { transaction } from "../state/transaction.js"
import type { World } from "../state/world.js"
import { API_VERSION, requireVersion } from "./api-version.js"
import { unchanged, withValidators } from "./conditional.js"
import { documentedAt, notModelled, refusalAnswer, refuseAnonymous } from "./errors.js"
import { bodyOf, queryOf } from "./given.js"
import { mediaOf } from "./media.js"
import { rateLimited } from "./rate-limited.js"
import type { RestRequest } from "./request.js"
import { createRouter, type Found, type Route } from "./router.js"
import { routes } from "./routes/index.js"
import { type Refuse, refuseUnread, requireAllRead } from "./unread.js"

interface RestSite {
  world: World
  limiter: RateLimiter
  /** What no route reads is overlooked. */
  lenient: boolean
}

/** What clients are pointed to. */
interface Urls {
  apiUrl: string
  downloadUrl: (jobId: number) => string
}

/** Made for the first request: a sandbox that is asked for GraphQL alone needs none. */
let findRoute: ReturnType<typeof createRouter> | undefined

/** Answers one REST request and says which budget it counts against. */
export function answerRest(
  site: RestSite,
  caller: Caller,
  logged: LoggedRequest,
  urls: Urls,
): { answer: Answer; resource: RateLimitResource } {
  const path = logged.path.replace(/^\/api\/v3(?=\/|$)/, "") || "/"
  findRoute ??= createRouter(routes)
  const found = findRoute(logged.method, path)
  const resource = resourceOf(path)
  logged.route = found?.operation ?? null
  const answered = respond(site, caller, logged, urls, path, found, resource)
  const headers = { "x-github-api-version-selected": API_VERSION, ...answered.headers }
  return { resource, answer: documentedAt({ ...answered, headers }, found?.docs) }
}

function respond(
  site: RestSite,
  caller: Caller,
  logged: LoggedRequest,
  urls: Urls,
  path: string,
  found: Found | undefined,
  resource: RateLimitResource,
): Answer {
  const { viewer } = caller
  if (!viewer) return failure(401, "Bad credentials")
  if (!found) return notDescribed(logged.method, path)
  const { operation, route } = found
  if (!route) return notModelled(`\`${operation}\``)
  if (isAnonymous(viewer) && needsAccount(route)) return refuseAnonymous(path)
  // A body that is still a text was not JSON.
  if (typeof logged.body === "string" && logged.body !== "") return malformedJson("rest")
  // Asking for the limits is free.
  const isFree = path === "/rate_limit"
  const { limiter } = site
  if (!isFree && limiter.state(caller.counted, resource).remaining < 1) {
    return rateLimited(caller.counted)
  }
  const refuse = refuseUnread(operation, site.lenient)
  const answered = carryOut(site.world, route, refuse, () =>
    requestOf(site, caller, viewer, logged, urls, found, path, refuse),
  )
  const isRead = route.method === "GET"
  const same = isRead && !isFree && answered.status === 200 && unchanged(answered, logged.headers)
  // What has not changed costs nothing.
  if (same) return same
  if (!isFree) limiter.spend(caller.counted, resource, 1)
  return answered
}

function requestOf(
  { world, limiter }: RestSite,
  { counted }: Caller,
  viewer: Viewer,
  logged: LoggedRequest,
  { apiUrl, downloadUrl }: Urls,
  { params }: Found,
  path: string,
  refuse: Refuse,
): RestRequest {
  requireVersion(logged.headers["x-github-api-version"])
  const parameters = new URLSearchParams(logged.query)
  return {
    world,
    viewer,
    apiUrl,
    params,
    query: queryOf(logged.query),
    body: bodyOf(logged.body === "" ? {} : logged.body, refuse.fields),
    media: mediaOf(logged.headers.accept),
    url: `${apiUrl}${path}${parameters.size > 0 ? `?${parameters}` : ""}`,
    downloadUrl,
    limits: () =>
      Object.fromEntries(
        (["core", "search", "graphql", "code_search"] as const).map((name) => [
          name,
          limiter.state(counted, name),
        ]),
      ),
  }
}

/** Runs the route; a write that is refused half-way leaves nothing behind. */
function carryOut(
  world: World,
  route: Route,
  refuse: Refuse,
  requestFor: () => RestRequest,
): Answer {
  try {
    const request = requestFor()
    const handle = () => {
      const answered = route.handler(request)
      requireAllRead(request, refuse)
      return withValidators(withMediaType(request, answered), route.path.startsWith("/search/"))
    }
    return route.method === "GET" ? handle() : transaction(world, handle)
  } catch (error) {
    const refused = refusalAnswer(error)
    if (refused) return refused
    // A defect of the sandbox must not pass for an answer of GitHub's.
    const reason = error instanceof Error ? error.stack : String(error)
    return failure(500, `The sandbox failed: ${reason}`, undefined, { type: "SANDBOX_DEFECT" })
  }
}

function withMediaType({ media }: RestRequest, answered: Answer): Answer {
  const { body } = answered
  const type = [
    "github.v3",
    ...(media.parameter === undefined ? [] : [`param=${media.parameter}`]),
    ...(typeof body === "string" ? [] : ["format=json"]),
  ]
  return { ...answered, headers: { "x-github-media-type": type.join("; "), ...answered.headers } }
}

function resourceOf(path: string): RateLimitResource {
  if (path === "/search/code") return "code_search"
  return path.startsWith("/search/") ? "search" : "core"
}

/** What GitHub answers to nobody: changes, what is the account's own, and searches in code. */
const needsAccount = ({ method, path }: Route): boolean =>
  method !== "GET" || /^\/user(?:\/|$)/.test(path) || path === "/search/code"

/** What GitHub answers without a word in its description. */
const UNDESCRIBED = [
  /^\S+ \/(?:repositories|organizations|user)\/\d+(?:\/|$)/,
  /^GET \/repos\/[^/]+\/[^/]+\/git\/refs(?:\/|$)/,
  // It tells the schema.
  /^GET \/(?:api\/)?graphql$/,
]

function notDescribed(method: string, path: string): Answer {
  const operation = `${method} ${path}`
  const isThere = UNDESCRIBED.some((pattern) => pattern.test(operation))
  return isThere ? notModelled(`\`${operation}\``) : failure(404, "Not Found")
}
