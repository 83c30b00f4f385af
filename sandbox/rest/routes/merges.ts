import { Type } from "typebox"
import { commitOf } from "../../git/index.js"
import { answer, ok } from "../../http/index.js"
import {
  authorize,
  mergeIntoBranch,
  mergePullRequest,
  Refusal,
  updatePullRequestBranch,
} from "../../state/index.js"
import type { MergeMethod } from "../../tables/index.js"
import { maybe, missing, refuse, routesOf, texts } from "../route/index.js"
import { commitShape, pullShape } from "../shapes/index.js"

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
