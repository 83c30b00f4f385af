export { answerRest } from "./endpoint.js"
export { heldOperations } from "./generic/index.js"
export type { AppAccess, Deliveries, Delivery, View } from "./route/index.js"
export { absentRoutes, routes } from "./routes/index.js"
/** For the payloads of webhooks. */
export {
  checkRunShape,
  checkSuiteShape,
  codeAlertShape,
  commentShape,
  commitShape,
  dependabotAlertShape,
  deploymentShape,
  deploymentStatusShape,
  fullPullShape,
  issueTypeShape,
  jobShape,
  labelShape,
  milestoneShape,
  organizationSummary,
  pullShape,
  reactionRollup,
  relatedIssue,
  relatedRepository,
  releaseShape,
  repositoryUrl,
  reviewCommentShape,
  reviewShape,
  runShape,
  secretAlertShape,
  simpleCommit,
  simpleHook,
  simpleUser,
  statusShape,
  teamShape,
  userById,
  workflowShape,
} from "./shapes/index.js"
