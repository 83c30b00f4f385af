import { posix } from "node:path"
import { Type } from "typebox"
import { commitChanges, commitOf, filesOf, history, isLink, unifiedDiff } from "../../git/index.js"
import { answer, ok } from "../../http/index.js"
import {
  accountPermission,
  commitBy,
  isAtLeast,
  isVisible,
  languagesOf,
  objectByExpression,
  replaceTopics,
} from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import {
  missing,
  NotModelled,
  type RestRequest,
  refuse,
  routesOf,
  sorted,
  textAnswer,
} from "../route/index.js"
import {
  commitPage,
  commitShape,
  contentShape,
  directoryShape,
  entryShape,
  fullRepositoryShape,
  linkShape,
  patchAnswer,
  rawAnswer,
  repositoryShape,
  simpleUser,
} from "../shapes/index.js"

export const repositoryRoutes = routesOf({
  "GET /repos/{owner}/{repo}": (request) => ok(fullRepositoryShape(request, request.repository())),

  "GET /repos/{owner}/{repo}/forks": (request) => {
    const { store } = request
    const { id } = request.repository()
    const orders = ["newest", "oldest", "stargazers", "watchers"] as const
    const sort = request.choice("Repository", "sort", ...orders)
    const rows = store.rowsBy("repositories", "parent", id).filter((one) => isVisible(store, one))
    // Stars were formerly called watching, and are still counted under that name.
    const isByStars = sort === "stargazers" || sort === "watchers"
    const key = (one: Repository) => (isByStars ? one.stargazers.size : one.createdAt)
    const direction = sort === "oldest" ? "asc" : "desc"
    return request.page(sorted(rows, key, direction), repositoryShape)
  },

  "GET /repos/{owner}/{repo}/assignees": (request) => {
    const { store } = request
    const repository = request.repository()
    const rows = store.where(
      "accounts",
      (one) =>
        one.kind === "User" && isAtLeast(accountPermission(store, one, repository), "TRIAGE"),
    )
    return request.page(rows, simpleUser)
  },

  "GET /repos/{owner}/{repo}/commits": (request) => {
    const { store, query } = request
    const repository = request.repository()
    const start = commitBy(store, repository, query.get("sha") ?? "HEAD")
    if (start === undefined) throw missing()
    const rows = history(store.git, start).filter(isWanted(request))
    return request.page(rows, (_, commit) => commitShape(request, repository, commit))
  },

  "GET /repos/{owner}/{repo}/commits/{ref}": (request) => {
    const repository = request.repository()
    const { git } = request.store
    const commit = commitOf(git, request.commit("ref"))
    const { media } = request
    if (media.is("sha")) return textAnswer("sha", commit.oid)
    if (media.is("diff")) return textAnswer("diff", unifiedDiff(git, commitChanges(git, commit)))
    if (media.is("patch")) {
      if (commit.parents.length > 1) throw new NotModelled("the patch of a merge commit")
      return patchAnswer(request, [commit])
    }
    return commitPage(request, repository, commit)
  },

  "GET /repos/{owner}/{repo}/languages": (request) => {
    const all = languagesOf(request.store, request.repository())
    return ok(Object.fromEntries(all.map(({ name, size }) => [name, size])))
  },

  "GET /repos/{owner}/{repo}/contents/{path}": (request) =>
    contents(request, request.params.path ?? ""),

  "GET /repos/{owner}/{repo}/tarball/{ref}": (request) => archive(request, "tar.gz"),
  "GET /repos/{owner}/{repo}/zipball/{ref}": (request) => archive(request, "zip"),

  "GET /repos/{owner}/{repo}/readme": (request) => {
    const repository = request.repository()
    const commit = revision(request, repository)
    const name = [...filesOf(request.store.git, commit).keys()].find((path) =>
      /^readme(?:\.\w+)?$/i.test(path),
    )
    if (name === undefined) throw missing()
    return contents(request, name)
  },
})

/** The filters of the list of commits. */
function isWanted(request: RestRequest) {
  const { store, query } = request
  const path = query.get("path")
  const since = request.time("Commit", "since")
  const until = request.time("Commit", "until")
  const author = query.get("author")
  const committer = query.get("committer")
  const emailOf = (name: string | null) =>
    name?.includes("@") ? name : store.accountByLogin(name ?? "")?.email
  return (commit: ReturnType<typeof commitOf>): boolean => {
    const date = Date.parse(commit.committer.date)
    return (
      (!author || commit.author.email === emailOf(author)) &&
      (!committer || commit.committer.email === emailOf(committer)) &&
      (since === null || date >= since) &&
      (until === null || date <= until) &&
      (!path ||
        commitChanges(store.git, commit).some(
          (file) => file.path === path || file.path.startsWith(`${path}/`),
        ))
    )
  }
}

function revision({ store, query }: RestRequest, repository: Repository): string {
  const ref = query.get("ref") ?? "HEAD"
  const oid = commitBy(store, repository, ref)
  if (oid === undefined) throw refuse(404, `No commit found for the ref ${ref}`)
  return oid
}

function archive(request: RestRequest, type: string) {
  const { ref = "" } = request.params
  const named = { repository: request.repository(), form: `legacy.${type}`, ref }
  return answer(302, undefined, { location: request.archiveUrl(named) })
}

function contents(request: RestRequest, path: string) {
  const repository = request.repository()
  if (repository.refs.size === 0) throw refuse(404, "This repository is empty.")
  const commit = revision(request, repository)
  const found = request.orMissing(
    objectByExpression(request.store, repository, `${commit}:${path}`),
  )
  const file = { path: path.replace(/^\/+|\/+$/g, ""), oid: found.oid }
  const isObject = request.media.is("object")
  if (found.kind === "Tree") {
    const entries = directoryShape(request, repository, file)
    return ok(isObject ? { ...entryShape(request, repository, file, "dir"), entries } : entries)
  }
  const isRaw = request.media.is("raw")
  const files = filesOf(request.store.git, commit)
  const entry = files.get(file.path)
  if (entry && isLink(entry)) {
    const link = linkShape(request, repository, file)
    const target = posix.join(posix.dirname(file.path), link.target)
    if (isRaw || (files.has(target) && !posix.isAbsolute(link.target))) {
      throw new NotModelled("the content of a file through a link")
    }
    return ok(link)
  }
  if (isRaw) return rawAnswer(request, file)
  return ok(contentShape(request, repository, file))
}

const replacement = Type.Object({ names: Type.Array(Type.String()) })

export const topicRoutes = routesOf({
  "GET /repos/{owner}/{repo}/topics": (request) =>
    request.page(request.repository().topics, undefined, (names) => ({ names })),

  "PUT /repos/{owner}/{repo}/topics": (request) => {
    const repository = request.repository()
    const { names } = request.read("Repository", replacement)
    return ok({ names: replaceTopics(request.store, repository, names) })
  },
})
