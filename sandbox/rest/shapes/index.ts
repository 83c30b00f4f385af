export { actionsApp } from "./app.js"
export { annotationShape, checkRunShape, checkSuiteShape } from "./check.js"
export { codeShape } from "./code.js"
export { commentShape } from "./comment.js"
export {
  commitPage,
  commitShape,
  fileShape,
  gitCommitShape,
  gitTagShape,
  patchAnswer,
} from "./commit.js"
export {
  blobShape,
  contentShape,
  directoryShape,
  entryShape,
  FOLDER,
  linkShape,
  rawAnswer,
  treeShape,
} from "./content.js"
export { deploymentShape, deploymentStatusShape, environmentShape } from "./deployment.js"
export { eventShape, timelineShape } from "./event.js"
export { privateUserShape, publicUserShape } from "./full-user.js"
export { fullGistShape, gistCommentShape, gistRevisionShape, gistShape } from "./gist.js"
export { deliveryShape, deliverySummary, hookConfig, hookShape, simpleHook } from "./hook.js"
export { installationShape, installationsIn, ownApp } from "./installation.js"
export { issueShape, relatedIssue } from "./issue.js"
export { labelShape, labelsById } from "./label.js"
export { milestoneShape } from "./milestone.js"
export { notificationShape, threadSubscriptionShape } from "./notification.js"
export {
  fullTeamShape,
  organizationSummary,
  ownedOrganizationShape,
  teamMemberShape,
  teamShape,
  teamUrl,
} from "./organization.js"
export { packageShape, packageVersionShape, pagesBuildShape, pagesShape } from "./pages.js"
export { fullPullShape, pullShape, requestedReviewers } from "./pull.js"
export { contentNamed, reactionNames, reactionRollup, reactionShape } from "./reactions.js"
export { assetShape, releaseShape } from "./release.js"
export {
  fullRepositoryShape,
  relatedRepository,
  repositoryShape,
  simpleRepository,
} from "./repository.js"
export { repositoryUrl } from "./repository-url.js"
export { reviewCommentShape, reviewShape } from "./review.js"
export {
  advisoryShape,
  autolinkShape,
  branchRuleShape,
  rulesetShape,
  rulesetSummary,
} from "./rules.js"
export { jobShape, runShape, workflowShape } from "./run.js"
export { artifactShape, cacheShape } from "./run-files.js"
export {
  codeAlertShape,
  dependabotAlertShape,
  globalAdvisoryShape,
  locationShape,
  secretAlertShape,
  vulnerabilityOf,
} from "./security.js"
export { simpleCommit } from "./simple-commit.js"
export { combinedStatus, statusShape } from "./status.js"
export { simpleUser, userById, usersById } from "./user.js"
