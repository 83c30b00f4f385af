export { botFields, mannequinFields, organizationFields, userFields } from "./account.js"
export { appFields } from "./app.js"
export {
  checkAnnotationFields,
  checkRunFields,
  checkStepFields,
  checkSuiteFields,
} from "./checks.js"
export * from "./cross-reference.js"
export { deploymentFields, deploymentStatusFields, environmentFields } from "./deployment.js"
export {
  discussionCategoryFields,
  discussionCommentFields,
  discussionFields,
} from "./discussion.js"
export { gistCommentFields, gistFields, gistFileFields } from "./gist.js"
export * from "./git.js"
export * from "./issue.js"
export * from "./issue-comment.js"
export * from "./label.js"
export * from "./milestone.js"
export {
  choiceFieldFields,
  fieldValueFields,
  issueFieldFields,
  issueTypeFields,
  linkedBranchFields,
  optionOf,
} from "./planning.js"
export {
  iterationFieldFields,
  plainProjectFieldFields,
  projectFields,
  projectStatusUpdateFields,
  projectViewFields,
  selectFieldFields,
  viewConfigurationFields,
} from "./project.js"
export { draftIssueFields, projectItemFields, projectValueFields } from "./project-item.js"
export * from "./pull-request.js"
export * from "./query.js"
export { reactionFields, reactionGroupFields, reactionGroups } from "./reactable.js"
export { releaseAssetFields, releaseFields } from "./release.js"
export * from "./repository.js"
export { pinnedIssueFields } from "./repository-conversation.js"
export { languageFields } from "./repository-git.js"
export * from "./review.js"
export { queueEntryFields, ruleParameterFields, rulesetFields } from "./rules.js"
export { advisoryFields, alertFields, vulnerabilityFields } from "./security.js"
export { rollupFields, statusContextFields, statusFields } from "./status.js"
export { teamFields } from "./team.js"
export { eventFields } from "./timeline.js"
export * from "./timeline-items.js"
export { repositoryTopicFields, topicFields } from "./topic.js"
export * from "./workflow.js"
export { userContentEditFields } from "./written.js"
