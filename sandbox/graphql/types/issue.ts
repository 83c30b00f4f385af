import {
  closingPulls,
  findVisible,
  resourcePath,
  subIssuesProgress,
  visibleSubIssues,
  webUrl,
} from "../../state/index.js"
import { countBy, type Issue } from "../../tables/index.js"
import { connection, emptyConnection, type Fields, type PageArgs } from "../field/index.js"
import { may, numberedFields, subscription } from "./numbered.js"
import { trackingFields } from "./tracking.js"

export const issueFields: Fields<Issue> = {
  ...numberedFields,
  linkedBranches: emptyConnection,
  ...trackingFields,
  // Without `enableDuplicate`, old clients see a duplicate as not planned.
  stateReason: (issue, args: { enableDuplicate?: boolean | null }) =>
    issue.stateReason === "DUPLICATE" && !args.enableDuplicate ? "NOT_PLANNED" : issue.stateReason,
  bodyUrl: (issue, _, { world }) => `${webUrl(world, issue)}#issue-${issue.id}`,
  bodyResourcePath: (issue, _, { world }) => `${resourcePath(world, issue)}#issue-${issue.id}`,
  duplicateOf: (issue, _, context) => findVisible(context, "issues", issue.duplicateOfId),
  isPinned: (issue, _, { world }) => countBy(world, "pinnedIssues", "issue", issue.id) > 0,
  parent: (issue, _, context) => findVisible(context, "issues", issue.parentId),
  subIssues: (issue, args, context, info) =>
    connection(visibleSubIssues(context, issue), args, info),
  subIssuesSummary: (issue, _, context) => {
    const { percent, ...counts } = subIssuesProgress(context, issue)
    return { ...counts, percentCompleted: percent }
  },
  closedByPullRequestsReferences: (
    issue,
    args: PageArgs & { includeClosedPrs?: boolean | null },
    { world, viewer },
    info,
  ) => {
    const pulls = closingPulls(world, viewer, issue).filter(
      (pull) => args.includeClosedPrs || pull.state !== "CLOSED",
    )
    return connection(pulls, args, info)
  },
  viewerCanDelete: (issue, _, context) => may(context, issue, "ADMIN"),
  viewerThreadSubscriptionFormAction: (issue, _, context) =>
    subscription(context, issue) === "SUBSCRIBED" ? "UNSUBSCRIBE" : "SUBSCRIBE",
  viewerThreadSubscriptionStatus: (issue, _, context) =>
    subscription(context, issue) === "SUBSCRIBED" ? "SUBSCRIBED_TO_THREAD" : "NONE",
}
