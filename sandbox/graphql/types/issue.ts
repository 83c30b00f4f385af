import {
  closingPulls,
  dependencyCounts,
  findVisible,
  resourcePath,
  subIssuesProgress,
  subjectOf,
  visibleIssues,
  visibleSubIssues,
} from "../../state/index.js"
import type { Issue, IssueComment } from "../../tables/index.js"
import {
  address,
  alike,
  emptyConnection,
  type Field,
  type Fields,
  list,
  NotModelled,
  type PageArgs,
} from "../field/index.js"
import { numberedFields, subscription } from "./numbered.js"
import { issuePlanningFields } from "./planning.js"
import { reactableFields } from "./reactable.js"
import { may, minimizableFields, writtenFields } from "./written.js"

/** An item of a task list that refers to an issue, which GitHub would track. */
const TASK = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s.*(?:#\d|\/issues\/\d|\/pull\/\d)/m

const NOTE = "nothing, if no list of tasks says otherwise"

const ofOwnTasks = (answer: Field<Issue>): Field<Issue> =>
  alike(NOTE, (issue: Issue, args, context, info) => {
    if (!TASK.test(issue.body)) return answer(issue, args, context, info)
    throw new NotModelled(`Issue.${info.fieldName} of a list of tasks`)
  })

const ofOthersTasks = (answer: Field<Issue>): Field<Issue> =>
  alike(NOTE, (issue: Issue, args, context, info) => {
    const neighbours = context.store.rowsBy("issues", "repository", issue.repositoryId)
    const isTracked = neighbours.some((other) => other !== issue && TASK.test(other.body))
    if (!isTracked) return answer(issue, args, context, info)
    throw new NotModelled(`Issue.${info.fieldName} of a list of tasks`)
  })

const trackingFields: Fields<Issue> = {
  trackedIssues: ofOwnTasks(emptyConnection),
  trackedIssuesCount: ofOwnTasks(() => 0),
  trackedInIssues: ofOthersTasks(emptyConnection),
}

interface DependencyArgs extends PageArgs {
  orderBy?: { field: "CREATED_AT" | "DEPENDENCY_ADDED_AT"; direction: "ASC" | "DESC" } | null
}

/** Sorted by when they were added, unless another order is requested. */
function dependencies(added: readonly Issue[], { orderBy }: DependencyArgs): Issue[] {
  const issues =
    orderBy?.field === "CREATED_AT" ? [...added].sort((a, b) => a.id - b.id) : [...added]
  return orderBy?.direction === "ASC" ? issues : issues.reverse()
}

export const issueFields: Fields<Issue> = {
  ...numberedFields,
  ...issuePlanningFields,
  ...trackingFields,
  // Without `enableDuplicate`, old clients see a duplicate as not planned.
  stateReason: (issue, args: { enableDuplicate?: boolean | null }) =>
    issue.stateReason === "DUPLICATE" && !args.enableDuplicate ? "NOT_PLANNED" : issue.stateReason,
  ...address<Issue>("body", (issue, store) => `${resourcePath(store, issue)}#issue-${issue.id}`),
  duplicateOf: (issue, _, { store }) => findVisible(store, "issues", issue.duplicateOfId),
  isPinned: (issue, _, { store }) => store.countBy("pinnedIssues", "issue", issue.id) > 0,
  parent: (issue, _, { store }) => findVisible(store, "issues", issue.parentId),
  subIssues: list((issue, context) => visibleSubIssues(context.store, issue)),
  subIssuesSummary: (issue, _, context) => {
    const { percent, ...counts } = subIssuesProgress(context.store, issue)
    return { ...counts, percentCompleted: percent }
  },
  blockedBy: list((issue, context, args: DependencyArgs) =>
    dependencies(visibleIssues(context.store, issue.blockedByIds), args),
  ),
  blocking: list((issue, context, args: DependencyArgs) =>
    dependencies(visibleIssues(context.store, issue.blockingIds), args),
  ),
  issueDependenciesSummary: (issue, _, { store }) => dependencyCounts(store, issue),
  closedByPullRequestsReferences: list(
    (issue, { store }, args: PageArgs & { includeClosedPrs?: boolean | null }) =>
      closingPulls(store, issue).filter((pull) => args.includeClosedPrs || pull.state !== "CLOSED"),
  ),
  viewerCanDelete: (issue, _, context) => may(context, issue, "ADMIN"),
  viewerThreadSubscriptionFormAction: (issue, _, context) =>
    subscription(context, issue) === "SUBSCRIBED" ? "UNSUBSCRIBE" : "SUBSCRIBE",
  viewerThreadSubscriptionStatus: (issue, _, context) =>
    subscription(context, issue) === "SUBSCRIBED" ? "SUBSCRIBED_TO_THREAD" : "NONE",
}

export const issueCommentFields: Fields<IssueComment> = {
  ...writtenFields,
  ...minimizableFields,
  ...reactableFields,
  issue: (comment, _, { store }) => {
    const subject = subjectOf(store, comment)
    if (subject?.kind === "Issue") return subject
    // GitHub returns the pull request as an issue here, so one number has two types.
    throw new NotModelled("IssueComment.issue of a pull request's comment")
  },
  pullRequest: (comment, _, { store }) =>
    comment.subjectKind === "PullRequest"
      ? (store.find("pullRequests", comment.subjectId) ?? null)
      : null,
}
