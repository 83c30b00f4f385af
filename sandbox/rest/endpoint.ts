import { closestMatch } from "leven"
import {
  ANONYMOUS,
  type Answer,
  type Caller,
  failure,
  GENERIC,
  isAnonymous,
  malformedJson,
  notModelled,
  type RateLimitResource,
  SYNTHESIZE,
} from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"
import { sessionOf } from "../state/index.js"
import { selectedVersion } from "./api-version.js"
import { type Asked, type RestSite, requestOf, type Urls } from "./asked.js"
import { unchanged } from "./conditional.js"
import { executeCall, rateLimited } from "./execute.js"
import { genericRoute, heldOperations } from "./generic/index.js"
import {
  type AppAccess,
  createRouter,
  documentedAt,
  type Found,
  refuseAnonymous,
} from "./route/index.js"
import { isForApps, routes } from "./routes/index.js"
import { synthesizeAnswer } from "./synthesize.js"
import { refuseUnread } from "./unread.js"

/** Created by the first request, since a sandbox that only serves GraphQL needs none. */
let findRoute: ReturnType<typeof createRouter> | undefined

/** Answers one REST request, and returns the limit that it counts against. */
export function answerRest(
  site: RestSite,
  caller: Caller,
  logged: LoggedRequest,
  urls: Urls,
  file: Uint8Array,
  app: AppAccess,
): { answer: Answer; resource: RateLimitResource } {
  const asked = logged.path.replace(/^\/api\/(?:v3|uploads)(?=\/|$)/, "") || "/"
  const path = logged.method === "GET" ? atNewPath(site, byName(site, asked)) : byName(site, asked)
  findRoute ??= createRouter(routes)
  const found = findRoute(logged.method, path)
  const resource = resourceOf(path)
  logged.route = found?.operation ?? null
  const answered = respond({ site, caller, logged, urls, file, app, path }, found, resource)
  const headers = {
    "x-github-api-version-selected": selectedVersion(logged.headers),
    ...answered.headers,
  }
  return { resource, answer: documentedAt({ ...answered, headers }, found?.docs) }
}

/** The path of a list by name: links to its pages have ids, and some have an older path, which is still served. */
function atNewPath({ store }: RestSite, given: string): string {
  const path = given
    .replace(/^\/(?:organizations|user)\/(\d+)(?=\/)/, (all, id: string) => {
      const account = store.find("accounts", Number(id))
      return account
        ? `/${account.kind === "Organization" ? "orgs" : "users"}/${account.login}`
        : all
    })
    .replace(/^(\/repos\/[^/]+\/[^/]+)\/statuses\/(.+)$/, "$1/commits/$2/statuses")
  const [, git = "", owner = "", name = "", ref = ""] =
    /^(\/repos\/([^/]+)\/([^/]+)\/git)\/refs(?:\/(.*))?$/.exec(path) ?? []
  if (git === "") return path
  // It is one reference, or all that begin so.
  const names = [...(store.repositoryAt(owner, name)?.refs.keys() ?? [])]
  const isPrefix =
    !names.includes(`refs/${ref}`) && names.some((one) => one.startsWith(`refs/${ref}`))
  return `${git}/${isPrefix ? "matching-refs" : "ref"}/${ref}`
}

/** Repositories are also found by id, because GitHub redirects from a former name to such a path. */
const byName = ({ store }: RestSite, path: string): string =>
  path.replace(/^\/repositories\/(\d+)(?=\/|$)/, (all, id: string) => {
    const repository = store.find("repositories", Number(id))
    return repository ? `/repos/${store.nameWithOwner(repository)}` : all
  })

/** Checks the caller, the permission and then the rate limit, in GitHub's order of refusals. */
function respond(asked: Asked, found: Found | undefined, resource: RateLimitResource): Answer {
  const { caller, logged, path } = asked
  const isAppOwn = found !== undefined && isForApps(found.operation)
  const viewer = isAppOwn ? ANONYMOUS : caller.viewer
  if (!viewer) return failure(401, "Bad credentials")
  if (!found) return answerUndescribed(logged.method, path)
  const { operation, route } = found
  const { limiter, synthesizer, store } = asked.site
  const refuse = refuseUnread(operation, logged, asked.site)
  const synthesize =
    synthesizer && (() => synthesizeAnswer(synthesizer, sessionOf(store, viewer), found, logged))
  const { generic, lenient } = asked.site
  const isHeld = generic || synthesizer !== undefined
  const run = route ?? (isHeld ? genericRoute(operation, generic, lenient) : undefined)
  logged.generic = run !== undefined && run !== route
  const answer = run
    ? () => executeCall(run, refuse, () => requestOf(asked, viewer, found, refuse), synthesize)
    : synthesize
  if (!answer) return notModelled(`\`${operation}\``, adviceFor(operation))
  if (viewer.grant && /^\S+ \/user(?:\/|$)/.test(operation)) {
    return failure(403, "Resource not accessible by integration")
  }
  if (!isAppOwn && isAnonymous(viewer) && needsAccount(operation)) return refuseAnonymous(path)
  // A body that is still a string was not JSON.
  if (typeof logged.body === "string" && logged.body !== "") return malformedJson("rest")
  // Reading the limits is free.
  if (path === "/rate_limit") return answer()
  if (limiter.state(caller.counted, resource).remaining < 1) return rateLimited(caller.counted)
  const answered = answer()
  logged.generic &&= answered.status !== 501
  const isRead = operation.startsWith("GET ") && answered.status === 200
  // An unchanged answer costs nothing.
  const same = isRead ? unchanged(answered, logged.headers) : undefined
  if (same) return same
  limiter.spend(caller.counted, resource, 1)
  return answered
}

function adviceFor(operation: string): string {
  const modelled = routes.map(({ method, path }) => `${method} ${path}`)
  const nearest = closestMatch(operation, modelled)
  const generic = heldOperations().has(operation) ? `${GENERIC} ` : ""
  return `${generic}${SYNTHESIZE} The nearest modelled operation is \`${nearest}\`.`
}

function resourceOf(path: string): RateLimitResource {
  if (path === "/search/code") return "code_search"
  return path.startsWith("/search/") ? "search" : "core"
}

/** Operations that need an account: changes, the account's own data, packages, and code search. */
const needsAccount = (operation: string): boolean =>
  !operation.startsWith("GET ") ||
  /^GET \/(?:(?:user|notifications)(?:\/|$)|search\/code$|(?:orgs|users)\/[^/]+\/packages)/.test(
    operation,
  )

/** Paths that GitHub serves, but its description lacks. */
const UNDESCRIBED = [
  /^\S+ \/(?:repositories|organizations|user)\/\d+(?:\/|$)/,
  // The archive of the default branch, and the former name of stars.
  /^GET \/repos\/[^/]+\/[^/]+\/(?:tarball|zipball|watchers)$/,
  // git over HTTP, and logins of OAuth.
  /^\S+ \/[^/]+\/[^/]+\.git(?:\/|$)/,
  /^\S+ \/[^/]+\/[^/]+\/(?:info\/refs|git-(?:upload|receive)-pack)$/,
  /^\S+ \/login(?:\/|$)/,
  // Returns the schema.
  /^GET \/(?:api\/)?graphql$/,
]

/** The answer to a request that the description does not cover. */
function answerUndescribed(method: string, path: string): Answer {
  const operation = `${method} ${path}`
  const isThere = UNDESCRIBED.some((pattern) => pattern.test(operation))
  return isThere ? notModelled(`\`${operation}\``) : failure(404, "Not Found")
}
