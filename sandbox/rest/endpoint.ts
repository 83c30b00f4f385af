import { createHash } from "node:crypto"
import { type Answer, answer, failure, malformedJson } from "../http/answer.js"
import type { LoggedRequest } from "../http/log.js"
import type { RateLimiter, RateLimitResource } from "../http/rate-limit.js"
import type { Viewer } from "../state/permissions.js"
import { transaction } from "../state/transaction.js"
import type { World } from "../state/world.js"
import { notModelled, refusalAnswer } from "./errors.js"
import { queryOf } from "./query.js"
import type { RestRequest } from "./request.js"
import { createRouter, type Found, type Route } from "./router.js"
import { routes } from "./routes/index.js"

interface RestSite {
  world: World
  limiter: RateLimiter
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
  viewer: Viewer | undefined,
  logged: LoggedRequest,
  urls: Urls,
): { answer: Answer; resource: RateLimitResource } {
  const path = logged.path.replace(/^\/api\/v3(?=\/|$)/, "") || "/"
  findRoute ??= createRouter(routes)
  const found = findRoute(logged.method, path)
  const resource = resourceOf(path)
  logged.route = found?.operation ?? null
  return { resource, answer: respond(site, viewer, logged, urls, path, found, resource) }
}

function respond(
  site: RestSite,
  viewer: Viewer | undefined,
  logged: LoggedRequest,
  { apiUrl, downloadUrl }: Urls,
  path: string,
  found: Found | undefined,
  resource: RateLimitResource,
): Answer {
  if (!viewer) return failure(401, "Bad credentials")
  if (!found) return notDescribed(logged.method, path)
  const { operation, route, params } = found
  if (!route) return notModelled(`\`${operation}\``)
  // A body that is still a text was not JSON.
  if (typeof logged.body === "string" && logged.body !== "") return malformedJson("rest")
  // Asking for the limits is free.
  const isFree = path === "/rate_limit"
  if (!isFree && site.limiter.state(viewer.account, resource).remaining < 1) {
    return rateLimited(viewer)
  }
  const limits = () =>
    Object.fromEntries(
      (["core", "search", "graphql", "code_search"] as const).map((name) => [
        name,
        site.limiter.state(viewer.account, name),
      ]),
    )
  const parameters = new URLSearchParams(logged.query)
  const request: RestRequest = {
    world: site.world,
    viewer,
    apiUrl,
    params,
    query: queryOf(logged.query),
    body: logged.body === "" ? {} : logged.body,
    accept: logged.headers.accept ?? "",
    url: `${apiUrl}${path}${parameters.size > 0 ? `?${parameters}` : ""}`,
    downloadUrl,
    limits,
  }
  const answered = carryOut(request, route)
  if (route.method === "GET" && answered.status === 200) {
    // GitHub would ignore what it does not know, but may know what the sandbox does not.
    const [unread] = request.query.unread()
    if (unread !== undefined) {
      return notModelled(`the parameter \`${unread}\` of \`${operation}\``)
    }
    const etag = etagOf(answered)
    const isSame = (logged.headers["if-none-match"] ?? "")
      .split(",")
      .some((one) => one.trim().replace(/^W\//, "") === etag)
    // What has not changed costs nothing.
    if (isSame && !isFree) return answer(304, undefined, { etag: `W/${etag}` })
    if (!isFree) site.limiter.spend(viewer.account, resource, 1)
    return { ...answered, headers: { etag: `W/${etag}`, ...answered.headers } }
  }
  if (!isFree) site.limiter.spend(viewer.account, resource, 1)
  return answered
}

/** Runs the route; a write that is refused half-way leaves nothing behind. */
function carryOut(request: RestRequest, route: Route): Answer {
  try {
    if (route.method === "GET") return route.handler(request)
    return transaction(request.world, () => route.handler(request))
  } catch (error) {
    const refused = refusalAnswer(error)
    if (refused) return refused
    // A defect of the sandbox must not pass for an answer of GitHub's.
    const reason = error instanceof Error ? error.stack : String(error)
    return failure(500, `The sandbox failed: ${reason}`, undefined, { type: "SANDBOX_DEFECT" })
  }
}

const etagOf = ({ body }: Answer): string =>
  `"${createHash("sha256").update(JSON.stringify(body)).digest("hex")}"`

function resourceOf(path: string): RateLimitResource {
  if (path === "/search/code") return "code_search"
  return path.startsWith("/search/") ? "search" : "core"
}

const rateLimited = (viewer: Viewer): Answer =>
  failure(
    403,
    `API rate limit exceeded for user ID ${viewer.account.id}.`,
    "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api",
  )

/** GitHub leads there from elsewhere, without a word in its description. */
const UNDESCRIBED = /^\/(?:repositories|organizations|user)\/\d+(?:\/|$)/

function notDescribed(method: string, path: string): Answer {
  return UNDESCRIBED.test(path) ? notModelled(`\`${method} ${path}\``) : failure(404, "Not Found")
}
