export { botFields, mannequinFields, organizationFields, userFields } from "./account.js"
export * from "./checks.js"
export { deploymentFields, deploymentStatusFields, environmentFields } from "./deployment.js"
export {
  discussionCategoryFields,
  discussionCommentFields,
  discussionFields,
} from "./discussion.js"
export { gistCommentFields, gistFields, gistFileFields } from "./gist.js"
export * from "./git.js"
export * from "./issue.js"
export * from "./milestone.js"
export {
  fieldValueTypes,
  ISSUE_FIELDS,
  issueFieldTypes,
  issueTypeFields,
  linkedBranchFields,
  optionOf,
} from "./planning.js"
export {
  projectV2FieldFields,
  projectV2Fields,
  projectV2IterationFieldFields,
  projectV2SingleSelectFieldFields,
  projectV2StatusUpdateFields,
  projectV2ViewConfigurationFields,
  projectV2ViewFields,
} from "./project.js"
export { draftIssueFields, projectV2ItemFields, projectValueTypes } from "./project-item.js"
export * from "./pull-request.js"
export * from "./query.js"
export { reactionFields, reactionGroupFields, reactionGroups } from "./reactable.js"
export { releaseAssetFields, releaseFields } from "./release.js"
export * from "./repository.js"
export { languageFields } from "./repository-git.js"
export * from "./review.js"
export { mergeQueueEntryFields, repositoryRulesetFields, ruleParameterTypes } from "./rules.js"
export {
  repositoryVulnerabilityAlertFields,
  securityAdvisoryFields,
  securityVulnerabilityFields,
} from "./security.js"
export { statusCheckRollupFields, statusContextFields, statusFields } from "./status.js"
export { teamFields } from "./team.js"
export * from "./timeline.js"
export { repositoryTopicFields, topicFields } from "./topic.js"
export { userContentEditFields } from "./written.js"
