import { canSee, mayRead, NotAccessible, type Resource } from "../state/index.js"
import { type RestRequest, type Route, refuse } from "./route/index.js"

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
export function requireReadable(route: Route, { store, viewer, params }: RestRequest): void {
  if (!viewer.grant || route.method !== "GET") return
  const [, part = ""] = /^\/repos\/\{owner\}\/\{repo\}\/([^/]+)/.exec(route.path) ?? []
  const resource = Object.hasOwn(RESOURCES, part) ? RESOURCES[part] : undefined
  const repository = store.repositoryByName(params.owner ?? "", params.repo ?? "")
  if (!resource || !repository || !canSee(store, repository)) return
  if (!mayRead(viewer, repository, resource)) throw new NotAccessible()
}

/** @throws HttpRefusal for Git data and commits of a repository that has none */
export function requireCommits(route: Route, { store, params }: RestRequest): void {
  if (!/^\/repos\/\{owner\}\/\{repo\}\/(?:git\/|commits(?:\/|$))/.test(route.path)) return
  const repository = store.repositoryByName(params.owner ?? "", params.repo ?? "")
  if (!repository || !canSee(store, repository) || repository.refs.size > 0) return
  throw refuse(409, "Git Repository is empty.")
}
