import { Type } from "typebox"
import { unifiedDiff } from "../../git/index.js"
import { ok } from "../../http/index.js"
import { createPullRequest, hasRelatives, pullCommits, pullFiles } from "../../state/index.js"
import {
  type Issue,
  type PullRequest,
  type Repository,
  rowsInOrder,
  sameName,
} from "../../tables/index.js"
import {
  changeIssue,
  flags,
  invalid,
  maybe,
  NotModelled,
  type RestRequest,
  refuse,
  routesOf,
  sorted,
  textAnswer,
  texts,
} from "../route/index.js"
import { commitShape, fileShape, fullPullShape, patchAnswer, pullShape } from "../shapes/index.js"

const newPull = Type.Object({
  title: maybe(Type.String()),
  /** The number of an issue, which may come as text. */
  issue: maybe(Type.Union([Type.Integer(), Type.String({ pattern: "^\\d+$" })])),
  head: Type.String(),
  base: Type.String(),
  ...texts("head_repo", "body"),
  ...flags("draft", "maintainer_can_modify"),
})

const pullChanges = Type.Object({
  ...texts("title", "body"),
  state: maybe(Type.Enum(["open", "closed"])),
  base: maybe(Type.String()),
  maintainer_can_modify: maybe(Type.Boolean()),
})

/** Maximum numbers of listed files and commits. */
const MOST_FILES = 3000
const MOST_COMMITS = 250

/** https://docs.github.com/repositories/creating-and-managing-repositories/repository-limits */
const MOST_DIFF_FILES = 300
const MOST_DIFF_LINES = 20_000

export const pullRoutes = routesOf({
  "GET /repos/{owner}/{repo}/pulls": (request) => {
    const { store, query } = request
    const repository = request.repository()
    const state = request.choice("PullRequest", "state", "open", "closed", "all")
    const sort = request.choice(
      "PullRequest",
      "sort",
      "created",
      "updated",
      "popularity",
      "long-running",
    )
    // Newest first by default, ascending if another sort is requested.
    const direction =
      sort === "created"
        ? request.choice("PullRequest", "direction", "desc", "asc")
        : request.choice("PullRequest", "direction", "asc", "desc")
    const head = query.get("head")
    const base = query.get("base")
    const matches = (pull: PullRequest) =>
      (!base || pull.baseRefName === base) && (!head || isHead(request, pull, head))
    const states = { open: ["OPEN"], closed: ["CLOSED", "MERGED"], all: [undefined] }[state]
    const rows = states.flatMap((one) =>
      rowsInOrder(store, "pullRequests", repository.id, "created", one).filter(matches),
    )
    const key = (pull: PullRequest) => {
      if (sort === "popularity") return pull.commentCount
      return sort === "updated" ? pull.updatedAt : pull.createdAt
    }
    return request.page(sorted(rows, key, direction), pullShape)
  },

  "POST /repos/{owner}/{repo}/pulls": (request) => {
    const { store } = request
    const repository = request.repository()
    const body = request.read("PullRequest", newPull)
    const [owner = "", name = ""] = body.head_repo?.includes("/")
      ? body.head_repo.split("/")
      : [body.head.split(":")[0], body.head_repo ?? ""]
    const pull = createPullRequest(store, repository, {
      ...wordsOf(request, repository, body),
      baseRefName: body.base,
      headRefName: body.head,
      headRepository: body.head_repo ? store.repositoryByName(owner, name) : undefined,
      draft: body.draft ?? false,
      maintainerCanModify: body.maintainer_can_modify ?? null,
    })
    return request.created(fullPullShape(request, pull))
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}": (request) => {
    const pull = request.pull()
    if (request.media.is("diff")) return textAnswer("diff", diffOf(request, pull))
    if (request.media.is("patch")) {
      return patchAnswer(request, pullCommits(request.store, pull))
    }
    return ok(fullPullShape(request, pull))
  },

  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": (request) => {
    const pull = request.pull()
    changeIssue(request, pull, request.read("PullRequest", pullChanges))
    return ok(fullPullShape(request, pull))
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files": (request) => {
    const pull = request.pull()
    const repository = request.repository()
    return request.page(pullFiles(request.store, pull).slice(0, MOST_FILES), (_, file) =>
      fileShape(request, repository, pull.headRefOid, file),
    )
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits": (request) => {
    const repository = request.repository()
    const commits = pullCommits(request.store, request.pull()).slice(0, MOST_COMMITS)
    return request.page(commits, (_, commit) => commitShape(request, repository, commit))
  },
})

function diffOf({ store }: RestRequest, pull: PullRequest): string {
  const files = pullFiles(store, pull)
  if (files.length > MOST_DIFF_FILES) {
    throw tooLarge(
      `files (${MOST_DIFF_FILES}). Consider using 'List pull requests files' API or locally cloning the repository instead.`,
    )
  }
  const diff = unifiedDiff(store.git, files)
  if (diff.split("\n").length - 1 > MOST_DIFF_LINES) throw tooLarge(`lines (${MOST_DIFF_LINES})`)
  return diff
}

const tooLarge = (limit: string) =>
  refuse(406, `Sorry, the diff exceeded the maximum number of ${limit}`, {
    errors: [{ resource: "PullRequest", field: "diff", code: "too_large" }],
  })

/** A pull request either has its own title, or is made from an issue. */
function wordsOf(
  { store }: RestRequest,
  repository: Repository,
  given: { title?: string | null; body?: string | null; issue?: number | string | null },
): { title: string; body: string; issue?: Issue } {
  const { title, body, issue: number } = given
  if (number === undefined || number === null) {
    if (title) return { title, body: body ?? "" }
    throw invalid("PullRequest", "title", "missing_field")
  }
  const issue = store.issueByNumber(repository, Number(number))
  if (!issue) throw invalid("PullRequest", "issue", "invalid", number)
  if (title || body || issue.state === "CLOSED" || hasRelatives(store, issue)) {
    throw new NotModelled(
      "a pull request from an issue together with a title or a body, or from one that is closed, pinned, or tied to other issues",
    )
  }
  return { title: issue.title, body: issue.body, issue }
}

/** `owner:branch`; GitHub ignores a head without an owner. */
function isHead({ store }: RestRequest, pull: PullRequest, head: string): boolean {
  const [owner = "", branch] = head.split(":")
  if (branch === undefined) return true
  return pull.headRefName === branch && sameName(store.headOwner(pull)?.login ?? "", owner)
}
