export { codingAgents } from "./agents.js"
export {
  type AlertKind,
  authorizeAlerts,
  canSeeAlerts,
  type Dismissal,
  mayUseAlerts,
  setDismissed,
  setResolved,
} from "./alerts.js"
export { botOfApp } from "./app-bot.js"
export {
  ACTIONS_APP,
  ALL_PERMISSIONS,
  APP_SLUG,
  type App,
  type Installation,
  OWN_APP,
  repositoriesOf,
} from "./apps.js"
export { logArchive } from "./archives.js"
export { authorAssociation } from "./association.js"
export { disableAutoMerge, enableAutoMerge, mergeWhatIsReady, setAutoMerge } from "./auto-merge.js"
export { autolinksOf, createAutolink, deleteAutolink, insertAutolink } from "./autolinks.js"
export { categoriesOf, insertCategory } from "./categories.js"
export {
  type CheckRunInput,
  createCheckRun,
  createCheckSuite,
  rerequestCheckRun,
  rerequestCheckSuite,
  updateCheckRun,
} from "./check-runs.js"
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
export { closedIssues, closingPulls } from "./closing.js"
export { collaboratorsOf, removeCollaborator, setCollaborator } from "./collaborators.js"
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
export { deleteRepository } from "./delete-repository.js"
export { addBlockedBy, removeBlockedBy } from "./dependencies.js"
export {
  createDeployment,
  createDeploymentStatus,
  type DeploymentInput,
  type DeploymentStatusInput,
  deleteDeployment,
  deleteEnvironment,
  deploymentsOf,
  environmentIn,
  environmentNamed,
  environmentsOf,
  setEnvironment,
  statusesOfDeployment,
} from "./deployments.js"
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
export {
  NotAccessible,
  NotAllowed,
  noSuchNode,
  notFound,
  OutsideDiff,
  Refusal,
  unprocessable,
} from "./errors.js"
export { filterOf, hasState, type IssueFilters, labelled, mentions } from "./filters.js"
export { forkRepository, type SyncedFork, syncFork } from "./forks.js"
export {
  addGistComment,
  createGist,
  deleteGist,
  deleteGistComment,
  type GistText,
  gistAssociation,
  gistByName,
  gistCommentsOf,
  gistsOf,
  gistText,
  insertGist,
  setGistStarred,
  updateGist,
  updateGistComment,
} from "./gists.js"
export {
  commitBy,
  commitNode,
  gitNodeId,
  gitNodeOf,
  type ObjectNode,
  objectByExpression,
  objectByOid,
  type PullRequestCommitNode,
  type RefNode,
  reachableObjects,
  refNode,
} from "./git-nodes.js"
export { createBlob, createCommit, createTag, createTree } from "./git-objects.js"
export {
  authorizeHooks,
  createHook,
  deleteHook,
  type HookChanges,
  type HookOwner,
  hooksOf,
  insertHook,
  ownerOfHook,
  setAppHook,
  updateHook,
} from "./hooks.js"
export {
  answerInvitation,
  cancelInvitation,
  changeInvitation,
  invitationsFor,
  invitationsOf,
  invite,
} from "./invitations.js"
export { closeIssue, createIssue, deleteIssue, reopenIssue, updateIssue } from "./issues.js"
export {
  addAssignees,
  addLabels,
  authorizeTriage,
  canBeAssigned,
  clearLabels,
  removeAssignees,
  removeLabels,
  setAssignees,
  setLabels,
  setMilestone,
} from "./labelables.js"
export { createLabel, deleteLabel, insertLabel, updateLabel } from "./labels.js"
export { type Language, languageNames, languageOf, languagesOf } from "./languages.js"
export { isByWriter, latestReviews, reviewsOf } from "./latest-reviews.js"
export { pinIssue, setLocked, unpinIssue } from "./lock-and-pin.js"
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
export { createMilestone, deleteMilestone, insertMilestone, updateMilestone } from "./milestones.js"
export { copyProject, createProject, insertProject } from "./new-projects.js"
export {
  isDone,
  isUnread,
  lastReadAt,
  markAllRead,
  markDone,
  markRead,
  type Notification,
  notificationById,
  notificationsOf,
  setThreadSubscription,
  threadIdOf,
  threadSubscription,
} from "./notifications.js"
export {
  membersOf,
  organizationsOf,
  ownTeams,
  removeTeamMember,
  setTeamMember,
  teamBySlug,
  teamsOf,
} from "./organizations.js"
export { packagesOf, packageVersionsOf } from "./packages.js"
export {
  createPages,
  deletePages,
  type PagesSettings,
  pagesBuildsOf,
  pagesOf,
  updatePages,
} from "./pages.js"
export { type Addressable, assetUrl, resourcePath, webUrl } from "./paths.js"
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
export {
  createLinkedBranch,
  type FieldChange,
  issueFieldsOf,
  issueTypesOf,
  setIssueFields,
  setIssueType,
} from "./planning.js"
export { conclusionOf, progress } from "./progress.js"
export {
  checkProjectValue,
  createField,
  createView,
  deleteField,
  deleteView,
  firstView,
  insertField,
  insertView,
  projectFieldsOf,
  STATUS,
  TITLE,
  updateView,
  type ViewText,
  viewsOf,
} from "./project-fields.js"
export {
  addProjectItem,
  contentOf,
  contentTable,
  createDraft,
  deleteProjectItem,
  insertDraft,
  insertItem,
  itemsOf,
  setItemArchived,
  setProjectValue,
  updateDraft,
} from "./project-items.js"
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
export { pushRef, type RefUpdate } from "./push.js"
export { dispatchRepository } from "./pushed-workflows.js"
export {
  addReaction,
  authorizeReaction,
  type Reactable,
  reactionsOf,
  removeReaction,
} from "./reactions.js"
export { createRef, deleteRef, isValidRef, moveBranch, updateRef } from "./refs.js"
export {
  assetsOf,
  createRelease,
  createReleaseAsset,
  deleteRelease,
  deleteReleaseAsset,
  latestRelease,
  releaseNotes,
  updateRelease,
  updateReleaseAsset,
} from "./releases.js"
export {
  authorizeAdmin,
  createRepository,
  insertRepository,
  type RepositorySettings,
  replaceTopics,
  setArchived,
  updateRepository,
} from "./repositories.js"
export { resolvePath } from "./resolve-path.js"
export { revertPullRequest } from "./revert.js"
export { pendingReview } from "./review-draft.js"
export { requestReviews } from "./review-requests.js"
export {
  addPullRequestReview,
  deletePullRequestReview,
  dismissPullRequestReview,
  type ReviewEvent,
  submitPullRequestReview,
  updatePullRequestReview,
} from "./reviews.js"
export { isRequiredCheck, queueRule, type RuleOf, rulesFor } from "./rules.js"
export {
  deleteArtifact,
  deleteCaches,
  deleteRunLogs,
  deleteWorkflowRun,
  insertArtifact,
  insertCache,
  isExpired,
} from "./run-files.js"
export { annotationOf, jobsIn, progressOf, resultsOf } from "./run-scripts.js"
export { loadSecretBox, openSealed, publicKeyOf } from "./secret-box.js"
export {
  type Grant,
  type Permissions,
  type Resource,
  type Session,
  sessionOf,
  type Viewer,
} from "./session.js"
export {
  authorizeSettings,
  deleteSetting,
  putSetting,
  renameSetting,
  type SettingAccess,
  type SettingKind,
  type SettingOwner,
  setSetting,
  settingOf,
} from "./settings.js"
export { addSubIssue, linkSubIssue, removeSubIssue, reprioritizeSubIssue } from "./sub-issues.js"
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
export { type TimelineItem, timelineOf } from "./timeline.js"
export { transferIssue } from "./transfer.js"
export {
  dependencyCounts,
  findVisible,
  subIssuesProgress,
  visibleIssues,
  visibleSubIssues,
  visibleSubject,
} from "./visible.js"
export {
  cancelWorkflowRun,
  dispatchWorkflow,
  insertRun,
  jobsOf,
  rerunFailedJobs,
  rerunJob,
  rerunWorkflowRun,
  runAt,
  setWorkflowEnabled,
  workflowOf,
} from "./workflow-runs.js"
export { loadYaml } from "./yaml.js"
