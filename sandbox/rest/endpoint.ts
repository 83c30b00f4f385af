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
import { createRouter, type Found } from "./router.js"
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

const findRoute = createRouter(routes)

/** Answers one REST request and says which budget it counts against. */
export function answerRest(
  site: RestSite,
  viewer: Viewer | undefined,
  logged: LoggedRequest,
  urls: Urls,
): { answer: Answer; resource: RateLimitResource } {
  const path = logged.path.replace(/^\/api\/v3(?=\/|$)/, "") || "/"
  const found = findRoute(logged.method, path)
  const resource = resourceOf(path)
  logged.route = found ? `${found.route.method} ${found.route.path}` : null
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
  if (!found) return notARoute(logged.method, path)
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
    params: found.params,
    query: queryOf(logged.query),
    body: logged.body === "" ? {} : logged.body,
    accept: logged.headers.accept ?? "",
    url: `${apiUrl}${path}${parameters.size > 0 ? `?${parameters}` : ""}`,
    downloadUrl,
    limits,
  }
  const answered = carryOut(request, found)
  if (found.route.method === "GET" && answered.status === 200) {
    // GitHub would ignore what it does not know, but may know what the sandbox does not.
    const [unread] = request.query.unread()
    if (unread !== undefined) {
      return notModelled(`the parameter \`${unread}\` of \`${logged.route}\``)
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
function carryOut(request: RestRequest, { route }: Found): Answer {
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

/** Where GitHub has routes: a 404 there would pass for an answer about data. */
const ROOTS = new Set([
  "advisories",
  "enterprises",
  "gists",
  "issues",
  "licenses",
  "notifications",
  "organizations",
  "orgs",
  "projects",
  "repos",
  "repositories",
  "search",
  "teams",
  "user",
  "users",
])

function notARoute(method: string, path: string): Answer {
  const [, root = ""] = path.split("/")
  if (!ROOTS.has(root)) return failure(404, "Not Found")
  return notModelled(`\`${method} ${path}\``)
}
