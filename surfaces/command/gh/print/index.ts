export { bucketOfCheck, exitCodeOfChecks, exitCodeOfRun } from "./checks.js"
export { doneText } from "./done.js"
export {
  type Column,
  durationOf,
  type Form,
  type Item,
  linesOf,
  lower,
  type Printed,
  textOf,
} from "./lines.js"
export * from "./projects.js"
export * from "./runs.js"
export { issueStatus, issueStatusLines, pullStatus, pullStatusLines } from "./status.js"
export {
  commentsView,
  discussionComments,
  discussionView,
  fileText,
  gistFile,
  gistFileNames,
  gistView,
  issueView,
  itemsOf,
  pullView,
  releaseView,
  repositoryView,
  stateOfPull,
} from "./views.js"
