export { codingAgents } from "./agents.js"
export * from "./alerts.js"
export * from "./app-bot.js"
export * from "./apps.js"
export { logArchive } from "./archives.js"
export * from "./association.js"
export * from "./auto-merge.js"
export * from "./autolinks.js"
export { categoriesOf, insertCategory } from "./categories.js"
export * from "./check-runs.js"
export {
  type CommitIn,
  checkRunsOn,
  combinedState,
  latestStatusesOn,
  type RolledUp,
  rollupState,
  runOfSuiteId,
  runsOn,
  statusesOn,
  suiteNodeId,
} from "./checks.js"
export * from "./closing.js"
export * from "./collaborators.js"
export {
  addComment,
  deleteIssueComment,
  minimizeComment,
  unminimizeComment,
  updateIssueComment,
} from "./comments.js"
export { createCommitStatus } from "./commit-statuses.js"
export { addFirstFiles, commitOnBranch, isValidPath, mergeIntoBranch, readmeOf } from "./commits.js"
export { type CrossReference, crossReferences, willClose } from "./cross-references.js"
export * from "./delete-repository.js"
export { addBlockedBy, removeBlockedBy } from "./dependencies.js"
export * from "./deployments.js"
export {
  addDiscussionComment,
  deleteDiscussionComment,
  isAnswer,
  markAnswer,
  repliesOf,
  setUpvoted,
  topCommentsOf,
  unmarkAnswer,
  updateDiscussionComment,
} from "./discussion-comments.js"
export {
  closeDiscussion,
  createDiscussion,
  deleteDiscussion,
  discussionByNumber,
  reopenDiscussion,
  setDiscussionLocked,
  updateDiscussion,
} from "./discussions.js"
export * from "./errors.js"
export * from "./filters.js"
export * from "./forks.js"
export * from "./gists.js"
export * from "./git-nodes.js"
export * from "./git-objects.js"
export * from "./hooks.js"
export * from "./invitations.js"
export { closeIssue, createIssue, deleteIssue, reopenIssue, updateIssue } from "./issues.js"
export * from "./labelables.js"
export { createLabel, deleteLabel, insertLabel, updateLabel } from "./labels.js"
export * from "./languages.js"
export * from "./latest-reviews.js"
export * from "./lock-and-pin.js"
export { isInside, rolesIn } from "./membership.js"
export {
  allowedMethods,
  type MergeOptions,
  mergeBody,
  mergeHeadline,
  mergePullRequest,
  signatureOf,
  updatePullRequestBranch,
} from "./merge.js"
export {
  addToQueue,
  dequeuePullRequest,
  enqueuePullRequest,
  MERGE_SECONDS,
  positionOf,
  queueEntryOf,
  queueOf,
} from "./merge-queue.js"
export * from "./milestones.js"
export * from "./new-projects.js"
export * from "./notifications.js"
export * from "./organizations.js"
export * from "./packages.js"
export * from "./pages.js"
export * from "./paths.js"
export {
  accountPermission,
  authorize,
  canSee,
  has,
  isAtLeast,
  isAuthor,
  isGranted,
  isInOwner,
  isVisible,
  mayRead,
  missingScopes,
  permissionOf,
  projectOf,
  repositoryOf,
  resourceOf,
  resourcesOf,
  subjectOf,
  visibleNode,
} from "./permissions.js"
export * from "./planning.js"
export * from "./progress.js"
export * from "./project-fields.js"
export * from "./project-items.js"
export {
  createStatusUpdate,
  deleteProject,
  insertStatusUpdate,
  linkProject,
  linkTeam,
  type ProjectChange,
  projectsOf,
  requireProjectScope,
  setLinked,
  setTemplate,
  updateProject,
} from "./projects.js"
export { protectionOf, removeProtection, setProtection } from "./protection.js"
export {
  branchTip,
  conflicts,
  containsCommit,
  isBehind,
  mergeableState,
  mergeStateStatus,
  pullCommits,
  pullFiles,
  reviewDecision,
  testMerge,
  threadPosition,
} from "./pull-data.js"
export { hasRelatives } from "./pull-from-issue.js"
export {
  closePullRequest,
  createPullRequest,
  relatedOf,
  reopenPullRequest,
  setDraft,
  updatePullRequest,
} from "./pulls.js"
export * from "./push.js"
export { dispatchRepository } from "./pushed-workflows.js"
export * from "./reactions.js"
export { createRef, deleteRef, isValidRef, moveBranch, updateRef } from "./refs.js"
export * from "./releases.js"
export {
  authorizeAdmin,
  createRepository,
  insertRepository,
  type RepositorySettings,
  replaceTopics,
  setArchived,
  updateRepository,
} from "./repositories.js"
export * from "./resolve-path.js"
export * from "./revert.js"
export { pendingReview } from "./review-draft.js"
export * from "./review-requests.js"
export * from "./reviews.js"
export { isRequiredCheck, queueRule, type RuleOf, rulesFor } from "./rules.js"
export * from "./run-files.js"
export * from "./run-scripts.js"
export * from "./secret-box.js"
export * from "./session.js"
export * from "./settings.js"
export * from "./sub-issues.js"
export { type Subscription, setStarred, updateSubscription } from "./subscriptions.js"
export {
  addPullRequestReviewThread,
  addPullRequestReviewThreadReply,
  addSingleReviewComment,
  deletePullRequestReviewComment,
  lineAtPosition,
  type NewThread,
  requireNoDraft,
  setThreadResolved,
  threadComments,
  updatePullRequestReviewComment,
} from "./threads.js"
export * from "./timeline.js"
export * from "./transfer.js"
export * from "./visible.js"
export * from "./workflow-runs.js"
export { loadYaml } from "./yaml.js"
