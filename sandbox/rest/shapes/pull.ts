import {
  authorAssociation,
  isVisible,
  mergeableState,
  mergeStateStatus,
  pullCommits,
  pullFiles,
  reviewsOf,
  testMerge,
  webUrl,
} from "../../state/index.js"
import { type PullRequest, pair, type Repository, type WorkflowRun } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, repositoryUrl, times } from "./common.js"
import { lockReason } from "./issue.js"
import { labelsById, milestoneById } from "./milestone.js"
import { relatedRepository } from "./repository.js"
import { userById, usersById } from "./user.js"

/** The open pull requests whose head the run is about. */
export function minimalPulls(view: View, run: WorkflowRun) {
  const { store } = view
  const end = (repositoryId: number, ref: string, sha: string) => {
    const repository = store.get("repositories", repositoryId)
    const { id, name } = repository
    return { ref, sha, repo: { id, name, url: repositoryUrl(view, repository) } }
  }
  const pulls = store.rowsBy("pullRequests", "head", pair(run.repositoryId, run.headBranch))
  const open = pulls.filter((pull) => pull.state === "OPEN")
  return open.map((pull) => ({
    id: pull.id,
    number: pull.number,
    url: `${repositoryUrl(view, store.get("repositories", pull.repositoryId))}/pulls/${pull.number}`,
    head: end(run.repositoryId, pull.headRefName, pull.headRefOid),
    base: end(pull.repositoryId, pull.baseRefName, pull.baseRefOid),
  }))
}

/** A pull request in lists. */
export function pullShape(view: View, pull: PullRequest) {
  const { store } = view
  const repository = store.get("repositories", pull.repositoryId)
  const base = repositoryUrl(view, repository)
  const assignees = usersById(view, pull.assigneeIds)
  const urls = pullUrls(view, pull, base)
  const [head, owner] = [store.find("repositories", pull.headRepositoryId), store.headOwner(pull)]
  return {
    ...urls,
    ...ids(pull),
    number: pull.number,
    state: pull.state === "OPEN" ? "open" : "closed",
    locked: pull.locked,
    title: pull.title,
    user: userById(view, pull.authorId),
    body: pull.body === "" ? null : pull.body,
    ...times(pull),
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitOid ?? testMerge(store, pull)?.oid ?? null,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: usersById(view, requestedReviewers(view, pull)),
    requested_teams: [],
    labels: labelsById(view, pull.labelIds),
    milestone: milestoneById(view, pull.milestoneId),
    draft: pull.isDraft,
    head: endShape(view, head, owner?.id, pull.headRefName, pull.headRefOid),
    base: endShape(view, repository, repository.ownerId, pull.baseRefName, pull.baseRefOid),
    _links: {
      self: { href: urls.url },
      html: { href: urls.html_url },
      issue: { href: urls.issue_url },
      comments: { href: urls.comments_url },
      review_comments: { href: urls.review_comments_url },
      review_comment: { href: urls.review_comment_url },
      commits: { href: urls.commits_url },
      statuses: { href: urls.statuses_url },
    },
    author_association: authorAssociation(store, pull),
    auto_merge: pull.autoMerge && {
      enabled_by: userById(view, pull.autoMerge.enabledById),
      merge_method: pull.autoMerge.mergeMethod.toLowerCase(),
      commit_title: pull.autoMerge.commitHeadline ?? "",
      commit_message: pull.autoMerge.commitBody ?? "",
    },
    active_lock_reason: lockReason(pull.activeLockReason),
  }
}

/** The additional fields at a pull request's own URL. */
export function fullPullShape(view: View, pull: PullRequest) {
  const { store } = view
  const files = pullFiles(store, pull)
  const mergeable = { MERGEABLE: true, CONFLICTING: false, UNKNOWN: null }[
    mergeableState(store, pull)
  ]
  const comments = reviewsOf(store, pull)
    .filter((review) => review.state !== "PENDING")
    .reduce((sum, review) => sum + store.countBy("reviewComments", "review", review.id), 0)
  return {
    ...pullShape(view, pull),
    merged: pull.state === "MERGED",
    mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeStateStatus(store, pull).toLowerCase(),
    merged_by: userById(view, pull.mergedById),
    comments: pull.commentCount,
    review_comments: comments,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: pullCommits(store, pull).length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  }
}

export const requestedReviewers = ({ store }: View, pull: PullRequest): number[] =>
  store.rowsBy("reviewRequests", "pullRequest", pull.id).map((request) => request.reviewerId)

function pullUrls(view: View, pull: PullRequest, base: string) {
  const url = `${base}/pulls/${pull.number}`
  const issue = `${base}/issues/${pull.number}`
  const page = webUrl(view.store, pull)
  return {
    url,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${base}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: `${base}/statuses/${pull.headRefOid}`,
  }
}

/** The head or base of a pull request. A fork may be deleted, or hidden from the viewer. */
function endShape(
  view: View,
  repository: Repository | undefined,
  ownerId: number | undefined,
  ref: string,
  sha: string,
) {
  const repo = repository && isVisible(view.store, repository) ? repository : undefined
  const user = userById(view, ownerId)
  return {
    label: user && `${user.login}:${ref}`,
    ref,
    sha,
    user,
    repo: repo ? relatedRepository(view, repo) : null,
  }
}
