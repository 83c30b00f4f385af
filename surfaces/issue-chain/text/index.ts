export { diagnosisIn, phaseOf, withAudit } from "./audit.js"
export {
  type Cluster,
  pullRequestBody,
  pullRequestTitle,
  type WorkedIssue,
} from "./pull-request.js"
export { branchNames, forestText, type Report, reportText, unreachedRoots } from "./report.js"
