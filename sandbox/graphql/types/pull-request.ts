import {
  canSee,
  closedIssues,
  commitNode,
  conflicts,
  isAuthor,
  isBehind,
  isByWriter,
  isVisible,
  latestReviews,
  mergeableState,
  mergeBody,
  mergeHeadline,
  mergeStateStatus,
  pullCommits,
  pullFiles,
  queueEntryOf,
  queueRule,
  refNode,
  resourcePath,
  reviewDecision,
  reviewsOf,
  testMerge,
  webUrl,
} from "../../state/index.js"
import type { AutoMerge, PullRequest, ReviewRequest } from "../../tables/index.js"
import {
  address,
  type Context,
  constants,
  type Fields,
  list,
  listById,
  type PageArgs,
  properties,
} from "../field/index.js"
import { type IssueListArgs, issueOrder } from "./lists.js"
import { commentsOf, numberedFields } from "./numbered.js"
import { mergeQueue } from "./rules.js"
import { statusCheckRollup } from "./status.js"
import { may } from "./written.js"

type Pull = PullRequest

interface ReviewListArgs extends PageArgs {
  author?: string | null
  states?: readonly string[] | null
}

export const pullRequestFields: Fields<Pull> = {
  ...numberedFields,
  ...constants({
    viewerCanApplySuggestion: false,
  }),
  merged: (pull) => pull.state === "MERGED",
  mergeCommit: (pull) =>
    pull.mergeCommitOid === null ? null : commitNode(pull.repositoryId, pull.mergeCommitOid),
  mergeable: (pull, _, { store }) => mergeableState(store, pull),
  mergeStateStatus: (pull, _, { store }) => mergeStateStatus(store, pull),
  canBeRebased: (pull, _, { store }) => pull.state === "OPEN" && !conflicts(store, pull),
  potentialMergeCommit: (pull, _, { store }) => {
    const commit = testMerge(store, pull)
    return commit ? commitNode(pull.repositoryId, commit.oid) : null
  },
  statusCheckRollup: (pull, args, context, info) =>
    statusCheckRollup(commitNode(pull.repositoryId, pull.headRefOid), args, context, info),
  autoMergeRequest: (pull) =>
    pull.autoMerge && { ...pull.autoMerge, kind: "AutoMergeRequest", pullRequestId: pull.id },

  isInMergeQueue: (pull, _, { store }) => queueEntryOf(store, pull) !== undefined,
  isMergeQueueEnabled: (pull, _, { store }) => queueRule(store, pull) !== undefined,
  mergeQueue: (pull, _, context) =>
    mergeQueue(context, context.store.get("repositories", pull.repositoryId), pull.baseRefName),
  mergeQueueEntry: (pull, _, { store }) => queueEntryOf(store, pull) ?? null,

  baseRef: (pull, _, context) =>
    refNode(context, pull.repositoryId, `refs/heads/${pull.baseRefName}`),
  baseRepository: (pull, _, { store }) => store.get("repositories", pull.repositoryId),
  headRef: (pull, _, context) => {
    const repository = headRepository(context, pull)
    return repository && refNode(context, repository.id, `refs/heads/${pull.headRefName}`)
  },
  headRepository: (pull, _, context) => headRepository(context, pull),
  headRepositoryOwner: (pull, _, { store }) => store.headOwner(pull) ?? null,
  isCrossRepository: (pull) => pull.headRepositoryId !== pull.repositoryId,

  files: list(
    (pull, context) =>
      pullFiles(context.store, pull).map((file) => ({ ...file, kind: "PullRequestChangedFile" })),
    { order: { keys: (file) => [file.path] } },
  ),
  changedFiles: (pull, _, { store }) => pullFiles(store, pull).length,
  additions: (pull, _, { store }) =>
    pullFiles(store, pull).reduce((sum, f) => sum + f.additions, 0),
  deletions: (pull, _, { store }) =>
    pullFiles(store, pull).reduce((sum, f) => sum + f.deletions, 0),
  commits: list((pull, { store }) =>
    pullCommits(store, pull).map((commit) => ({
      kind: "PullRequestCommit",
      pullRequestId: pull.id,
      oid: commit.oid,
    })),
  ),

  reviews: listById((pull, context, { author: login, states }: ReviewListArgs) => {
    const author = login ? (context.store.accountByLogin(login)?.id ?? -1) : undefined
    return visibleReviews(context, pull).filter(
      (review) =>
        (author === undefined || review.authorId === author) &&
        (!states?.length || states.includes(review.state)),
    )
  }),
  latestReviews: list((pull, { store }) => latestReviews(store, pull, false)),
  latestOpinionatedReviews: list(
    (pull, { store }, args: PageArgs & { writersOnly?: boolean | null }) =>
      latestReviews(store, pull, true).filter(
        (review) => !args.writersOnly || isByWriter(store, pull, review),
      ),
  ),
  reviewThreads: listById((pull, { store }) =>
    store
      .rowsBy("reviewThreads", "pullRequest", pull.id)
      .filter((thread) => isVisible(store, thread)),
  ),
  reviewRequests: listById((pull, { store }) =>
    store.rowsBy("reviewRequests", "pullRequest", pull.id),
  ),
  reviewDecision: (pull, _, { store }) => reviewDecision(store, pull),
  totalCommentsCount: (pull, _, context) =>
    commentsOf(context, pull).length +
    visibleReviews(context, pull).reduce(
      (sum, review) => sum + context.store.countBy("reviewComments", "review", review.id),
      0,
    ),
  closingIssuesReferences: list(
    (pull, { store }) => closedIssues(store, pull),
    (args: IssueListArgs) => ({
      order: issueOrder(args.orderBy),
    }),
  ),

  permalink: (pull, _, { store }) => webUrl(store, pull),
  ...address<Pull>("checks", (pull, store) => `${resourcePath(store, pull)}/checks`),
  ...address<Pull>("revert", (pull, store) => `${resourcePath(store, pull)}/revert`),

  viewerCanDeleteHeadRef: (pull, _, context) =>
    pull.state !== "OPEN" && may(context, pull, "WRITE") && headRefExists(context, pull),
  viewerCanDisableAutoMerge: (pull, _, context) =>
    pull.autoMerge !== null && may(context, pull, "WRITE"),
  viewerCanEnableAutoMerge: (pull, _, context) =>
    pull.state === "OPEN" &&
    pull.autoMerge === null &&
    context.store.get("repositories", pull.repositoryId).autoMergeAllowed &&
    may(context, pull, "WRITE"),
  viewerCanEditFiles: (pull, _, context) =>
    may(context, pull, "WRITE", isAuthor(context.viewer, pull)),
  viewerCanMergeAsAdmin: (pull, _, context) => may(context, pull, "ADMIN"),
  viewerCanUpdateBranch: (pull, _, context) =>
    pull.state === "OPEN" &&
    isBehind(context.store, pull) &&
    may(context, pull, "WRITE", isAuthor(context.viewer, pull)),
  viewerLatestReview: (pull, _, context) =>
    visibleReviews(context, pull)
      .filter((review) => review.authorId === context.viewer.account.id)
      .at(-1) ?? null,
  viewerLatestReviewRequest: (pull, _, { store, viewer }) =>
    store
      .rowsBy("reviewRequests", "pullRequest", pull.id)
      .findLast((request) => request.reviewerId === viewer.account.id) ?? null,
  viewerMergeHeadlineText: (pull, args: { mergeType?: string | null }, { store }) =>
    mergeHeadline(store, pull, args.mergeType ?? "MERGE"),
  viewerMergeBodyText: (pull, args: { mergeType?: string | null }, { store }) =>
    mergeBody(store, pull, args.mergeType ?? "MERGE"),
}

const visibleReviews = ({ store }: Context, pull: Pull) =>
  reviewsOf(store, pull).filter((review) => isVisible(store, review))

function headRepository({ store }: Context, pull: Pull) {
  const repository = store.find("repositories", pull.headRepositoryId)
  return repository && canSee(store, repository) ? repository : null
}

const headRefExists = (context: Context, pull: Pull): boolean =>
  context.store
    .find("repositories", pull.headRepositoryId)
    ?.refs.has(`refs/heads/${pull.headRefName}`) ?? false

export const pullRequestChangedFileFields: Fields<{
  path: string
  additions: number
  deletions: number
  changeType: string
}> = {
  ...properties("path", "additions", "deletions", "changeType"),
  viewerViewedState: () => "UNVIEWED",
}

export const reviewRequestFields: Fields<ReviewRequest> = {
  asCodeOwner: () => false,
  requestedReviewer: (request, _, { store }) => store.get("accounts", request.reviewerId),
}

export const autoMergeRequestFields: Fields<AutoMerge & { pullRequestId: number }> = {
  ...properties<AutoMerge>(
    "enabledAt",
    "mergeMethod",
    "commitHeadline",
    "commitBody",
    "authorEmail",
  ),
  enabledBy: (request, _, { store }) => store.get("accounts", request.enabledById),
  pullRequest: (request, _, { store }) => store.get("pullRequests", request.pullRequestId),
}
