import { Type } from "typebox"
import {
  commitOf,
  commitsBetween,
  diffFiles,
  filesOf,
  mergeBase,
  unifiedDiff,
} from "../../git/index.js"
import { answer, ok } from "../../http/index.js"
import {
  authorize,
  canSee,
  commitBy,
  mergeIntoBranch,
  mergePullRequest,
  Refusal,
  relatedOf,
  updatePullRequestBranch,
  webUrl,
} from "../../state/index.js"
import type { MergeMethod, Repository } from "../../tables/index.js"
import {
  maybe,
  missing,
  pageOf,
  type RestRequest,
  refuse,
  routesOf,
  textAnswer,
  texts,
} from "../route/index.js"
import { commitShape, fileShape, patchAnswer, pullShape, repositoryUrl } from "../shapes/index.js"

const merge = Type.Object({
  ...texts("commit_title", "commit_message", "sha"),
  merge_method: maybe(Type.Enum(["merge", "squash", "rebase"])),
})

const branchMerge = Type.Object({
  base: Type.String(),
  head: Type.String(),
  commit_message: Type.Optional(Type.String()),
})

const METHODS = { merge: "MERGE", squash: "SQUASH", rebase: "REBASE" } as const

const methodNamed = (name: keyof typeof METHODS | null | undefined): MergeMethod =>
  METHODS[name ?? "merge"]

export const mergeRoutes = routesOf({
  "POST /repos/{owner}/{repo}/merges": (request) => {
    const { store } = request
    const repository = request.repository()
    const { base, head, commit_message: message = null } = request.read("Merge", branchMerge)
    try {
      const oid = mergeIntoBranch(store, repository, { base, head, message })
      if (oid === null) return answer(204)
      return request.created(commitShape(request, repository, commitOf(store.git, oid)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.type === "NOT_FOUND") throw refuse(404, error.message)
      throw error.message === "Merge conflict" ? refuse(409, error.message) : error
    }
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/merge": (request) => {
    if (request.pull().state !== "MERGED") throw missing()
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": (request) => {
    const { store } = request
    const pull = request.pull()
    const body = request.read("PullRequest", merge)
    authorize(store, store.get("repositories", pull.repositoryId), "contents", "WRITE")
    if (body.sha && body.sha !== pull.headRefOid) {
      throw refuse(409, "Head branch was modified. Review and try the merge again.")
    }
    try {
      mergePullRequest(store, pull, {
        mergeMethod: methodNamed(body.merge_method),
        commitHeadline: body.commit_title ?? null,
        commitBody: body.commit_message ?? null,
      })
    } catch (error) {
      if (error instanceof Refusal && error.type === "UNPROCESSABLE") {
        throw refuse(405, error.message)
      }
      throw error
    }
    return ok({
      sha: pull.mergeCommitOid,
      merged: true,
      message: "Pull Request successfully merged",
    })
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch": (request) => {
    const pull = request.pull()
    const body = request.read(
      "PullRequest",
      Type.Object({ expected_head_sha: maybe(Type.String()) }),
    )
    updatePullRequestBranch(request.store, pull, {
      updateMethod: "MERGE",
      expectedHeadOid: body.expected_head_sha ?? null,
    })
    const { url } = pullShape(request, pull)
    return answer(202, { message: "Updating pull request branch.", url })
  },
})

/** Maximum numbers of a comparison's files, and of its commits if the request has no page. */
const MOST_FILES = 300
const MOST_COMMITS = 250

export const comparisonRoutes = routesOf({
  "GET /repos/{owner}/{repo}/compare/{basehead}": (request) => {
    const { store, params, media } = request
    const { git } = store
    const repository = request.repository()
    const [base = "", head, ...more] = (params.basehead ?? "").split("...")
    if (head === undefined || more.length > 0) throw missing()
    const [from, to] = [endIn(request, repository, base), endIn(request, repository, head)]
    const start = mergeBase(git, from.oid, to.oid)
    if (start === undefined) {
      throw refuse(404, `No common ancestor between ${base} and ${head}.`)
    }
    const commits = commitsBetween(git, from.oid, to.oid)
    if (media.is("patch")) return patchAnswer(request, commits)
    const files = () => diffFiles(git, filesOf(git, start), filesOf(git, to.oid))
    if (media.is("diff")) return textAnswer("diff", unifiedDiff(git, files()))

    const behind = commitsBetween(git, to.oid, from.oid).length
    const ahead = commits.length
    const site = `${webUrl(store, repository)}/compare`
    const ends = `${inUrl(base)}...${inUrl(head)}`
    const compared = `${site}/${ends}`
    const isPaged = request.query.has("page") || request.query.has("per_page")
    return request.page(
      isPaged ? commits : commits.slice(-MOST_COMMITS),
      (_, commit) => commitShape(request, to.repository, commit),
      (shown) => ({
        url: `${repositoryUrl(request, repository)}/compare/${ends}`,
        html_url: compared,
        permalink_url: `${site}/${permanent(request, from)}...${permanent(request, to)}`,
        diff_url: `${compared}.diff`,
        patch_url: `${compared}.patch`,
        base_commit: commitShape(request, from.repository, commitOf(git, from.oid)),
        merge_base_commit: commitShape(request, repository, commitOf(git, start)),
        status: statusOf(ahead, behind),
        ahead_by: ahead,
        behind_by: behind,
        total_commits: ahead,
        commits: shown,
        ...(pageOf(request).number === 1 && {
          files: files()
            .slice(0, MOST_FILES)
            .map((file) => fileShape(request, to.repository, to.oid, file)),
        }),
      }),
      isPaged ? {} : { defaultPerPage: MOST_COMMITS },
    )
  },
})

interface End {
  readonly repository: Repository
  readonly oid: string
}

/** `REVISION`, `OWNER:REVISION` or `OWNER:REPOSITORY:REVISION`, of the same network. */
function endIn(request: RestRequest, own: Repository, text: string): End {
  const { store } = request
  const parts = text.split(":")
  const revision = parts.pop() ?? ""
  const [owner, name] = parts
  const repository =
    owner === undefined
      ? own
      : name === undefined
        ? relatedOf(store, own, owner)
        : store.repositoryByName(owner, name)
  if (!repository || revision === "" || !canSee(store, repository)) throw missing()
  const oid = commitBy(store, repository, revision)
  if (oid === undefined) throw missing()
  return { repository, oid }
}

/** A revision as a part of a path; slashes and the colon after an owner stay. */
const inUrl = (revision: string): string =>
  encodeURIComponent(revision).replaceAll("%2F", "/").replaceAll("%3A", ":")

const permanent = ({ store }: RestRequest, { repository, oid }: End): string =>
  `${store.get("accounts", repository.ownerId).login}:${oid}`

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? "diverged" : "ahead"
  return behind > 0 ? "behind" : "identical"
}
