import {
  closingPulls,
  dependencyCounts,
  findVisible,
  resourcePath,
  subIssuesProgress,
  visibleIssues,
  visibleSubIssues,
} from "../../state/index.js"
import type { Issue } from "../../tables/index.js"
import { address, type Fields, list, type PageArgs } from "../field/index.js"
import { numberedFields, subscription } from "./numbered.js"
import { issuePlanningFields } from "./planning.js"
import { trackingFields } from "./tracking.js"
import { may } from "./written.js"

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
