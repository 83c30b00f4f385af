import type { Fields } from "../context.js"
import { mutationFields } from "../mutations/index.js"
import { botFields, mannequinFields, organizationFields, userFields } from "./account.js"
import { appFields } from "./app.js"
import { checkRunFields, checkStepFields, checkSuiteFields } from "./checks.js"
import { crossReferenceFields } from "./cross-reference.js"
import {
  blobFields,
  commitFields,
  comparisonFields,
  gitActorFields,
  pullRequestCommitFields,
  refFields,
  treeEntryFields,
  treeFields,
} from "./git.js"
import { issueFields } from "./issue.js"
import { issueCommentFields } from "./issue-comment.js"
import { labelFields } from "./label.js"
import { milestoneFields } from "./milestone.js"
import {
  autoMergeFields,
  changedFileFields,
  pullRequestFields,
  reviewRequestFields,
} from "./pull-request.js"
import { queryFields } from "./query.js"
import { reactionFields, reactionGroupFields } from "./reactable.js"
import { releaseFields } from "./release.js"
import { repositoryFields } from "./repository.js"
import { pinnedIssueFields } from "./repository-conversation.js"
import { languageFields } from "./repository-git.js"
import { reviewCommentFields, reviewFields, reviewThreadFields } from "./review.js"
import { rollupFields, statusContextFields, statusFields } from "./status.js"
import { eventFields } from "./timeline.js"
import { isTimelineItem } from "./timeline-items.js"
import { repositoryTopicFields, topicFields } from "./topic.js"
import { workflowFields, workflowRunFields } from "./workflow.js"
import { userContentEditFields } from "./written.js"

/** Resolvers by type and field. What is not here, the sandbox does not model. */
const types: Record<string, Fields<never>> = {
  App: appFields,
  AutoMergeRequest: autoMergeFields,
  Blob: blobFields,
  Bot: botFields,
  CheckRun: checkRunFields,
  CheckStep: checkStepFields,
  CheckSuite: checkSuiteFields,
  Commit: commitFields,
  Comparison: comparisonFields,
  CrossReferencedEvent: crossReferenceFields,
  GitActor: gitActorFields,
  Issue: issueFields,
  IssueComment: issueCommentFields,
  Label: labelFields,
  Language: languageFields,
  Mannequin: mannequinFields,
  Milestone: milestoneFields,
  Mutation: mutationFields,
  Organization: organizationFields,
  PinnedIssue: pinnedIssueFields,
  PullRequest: pullRequestFields,
  PullRequestChangedFile: changedFileFields,
  PullRequestCommit: pullRequestCommitFields,
  PullRequestReview: reviewFields,
  PullRequestReviewComment: reviewCommentFields,
  PullRequestReviewThread: reviewThreadFields,
  Query: queryFields,
  Reaction: reactionFields,
  ReactionGroup: reactionGroupFields,
  Ref: refFields,
  Release: releaseFields,
  Repository: repositoryFields,
  RepositoryTopic: repositoryTopicFields,
  ReviewRequest: reviewRequestFields,
  Status: statusFields,
  StatusCheckRollup: rollupFields,
  StatusContext: statusContextFields,
  Topic: topicFields,
  Tree: treeFields,
  TreeEntry: treeEntryFields,
  User: userFields,
  UserContentEdit: userContentEditFields,
  Workflow: workflowFields,
  WorkflowRun: workflowRunFields,
}

/** The types that the state is about. */
export const coreTypes: readonly string[] = [
  "App",
  "Blob",
  "CheckRun",
  "CheckStep",
  "CheckSuite",
  "Commit",
  "Comparison",
  "Issue",
  "IssueComment",
  "Label",
  "Milestone",
  "Mutation",
  "Organization",
  "PinnedIssue",
  "PullRequest",
  "PullRequestChangedFile",
  "PullRequestCommit",
  "PullRequestReview",
  "PullRequestReviewComment",
  "PullRequestReviewThread",
  "Query",
  "Reaction",
  "ReactionGroup",
  "Ref",
  "Release",
  "Repository",
  "ReviewRequest",
  "Status",
  "StatusCheckRollup",
  "StatusContext",
  "Tree",
  "TreeEntry",
  "User",
  "Workflow",
  "WorkflowRun",
]

export const modelledTypes: readonly string[] = Object.keys(types)

export function fieldsOf(typeName: string): Fields<never> | undefined {
  return types[typeName] ?? (isTimelineItem(typeName) ? eventFields : undefined)
}
