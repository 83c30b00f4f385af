export { answerRest } from "./endpoint.js"
export { heldOperations } from "./generic/index.js"
export type { AppAccess, Deliveries, Delivery, View } from "./route/index.js"
export { absentRoutes, routes } from "./routes/index.js"
/** For the payloads of webhooks. */
export {
  checkRunShape,
  checkSuiteShape,
  commentShape,
  commitShape,
  deploymentShape,
  deploymentStatusShape,
  fullPullShape,
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
  simpleCommit,
  simpleHook,
  simpleUser,
  statusShape,
  teamShape,
  userById,
  workflowShape,
} from "./shapes/index.js"
