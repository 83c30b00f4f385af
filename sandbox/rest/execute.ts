import { type Answer, answer, type Counted, DOCUMENTATION, failure } from "../http/index.js"
import { canSee, mayRead, NotAccessible, type Resource } from "../state/index.js"
import { transaction } from "../tables/index.js"
import { inVersion } from "./api-version.js"
import { withValidators } from "./conditional.js"
import {
  NotModelled,
  type RestRequest,
  type Route,
  refusalAnswer,
  refuse,
  withMediaType,
} from "./route/index.js"
import { type Refuse, requireAllRead } from "./unread.js"

/**
 * Runs the route. If a write is refused half-way, its changes are undone.
 *
 * @param synthesize - answers operations that are not modelled; absent if these are refused
 */
export function executeCall(
  route: Route,
  refuse: Refuse,
  requestFor: () => RestRequest,
  synthesize: (() => Answer) | undefined,
): Answer {
  try {
    const request = requestFor()
    requireReadable(route, request)
    requireCommits(route, request)
    const handle = () => {
      const answered = route.handler(request) ?? answer(204)
      requireAllRead(request, refuse)
      const isSearch = route.path.startsWith("/search/")
      const { viewer, media, isLatest } = request
      const caller = `${viewer.account.id} ${[...viewer.scopes].join()}`
      return withValidators(withMediaType(media, inVersion(isLatest, answered)), isSearch, caller)
    }
    return route.method === "GET" ? handle() : transaction(request.store, handle)
  } catch (error) {
    if (synthesize && error instanceof NotModelled) return synthesize()
    const refused = refusalAnswer(error)
    if (refused) return refused
    // A defect of the sandbox must not look like an answer of GitHub.
    const reason = error instanceof Error ? error.stack : String(error)
    return failure(500, `The sandbox failed: ${reason}`, undefined, { type: "SANDBOX_DEFECT" })
  }
}

/** GitHub's answer when the limit is exhausted. */
export function rateLimited(counted: Counted): Answer {
  if ("account" in counted) {
    return failure(
      403,
      `API rate limit exceeded for user ID ${counted.account.id}.`,
      `${DOCUMENTATION.rest}/overview/rate-limits-for-the-rest-api`,
    )
  }
  return failure(
    403,
    `API rate limit exceeded for ${counted.address}. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)`,
    `${DOCUMENTATION.rest}/overview/resources-in-the-rest-api#rate-limiting`,
  )
}

/** The permission needed to read below `/repos/{owner}/{repo}/`, by the next path segment. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  actions: "actions",
  assignees: "issues",
  branches: "contents",
  "check-runs": "checks",
  "check-suites": "checks",
  commits: "contents",
  compare: "contents",
  contents: "contents",
  git: "contents",
  issues: "issues",
  labels: "issues",
  milestones: "issues",
  pages: "pages",
  pulls: "pull_requests",
  readme: "contents",
  releases: "contents",
  statuses: "statuses",
  tags: "contents",
}

/** @throws NotAccessible if the token of an installation may not read this in a private repository */
function requireReadable(route: Route, { store, viewer, params }: RestRequest): void {
  if (!viewer.grant || route.method !== "GET") return
  const [, part = ""] = /^\/repos\/\{owner\}\/\{repo\}\/([^/]+)/.exec(route.path) ?? []
  const resource = Object.hasOwn(RESOURCES, part) ? RESOURCES[part] : undefined
  const repository = store.repositoryByName(params.owner ?? "", params.repo ?? "")
  if (!resource || !repository || !canSee(store, repository)) return
  if (!mayRead(viewer, repository, resource)) throw new NotAccessible()
}

/** @throws HttpRefusal for Git data and commits of a repository that has none */
function requireCommits(route: Route, { store, params }: RestRequest): void {
  if (!/^\/repos\/\{owner\}\/\{repo\}\/(?:git\/|commits(?:\/|$))/.test(route.path)) return
  const repository = store.repositoryByName(params.owner ?? "", params.repo ?? "")
  if (!repository || !canSee(store, repository) || repository.refs.size > 0) return
  throw refuse(409, "Git Repository is empty.")
}
