export { diagnosisIn, phaseOf, withAudit } from "./audit.js"
export { branchNames } from "./branch.js"
export {
  type Cluster,
  pullRequestBody,
  pullRequestTitle,
  type WorkedIssue,
} from "./pull-request.js"
export { forestText, type Report, reportText, unreachedRoots } from "./report.js"
