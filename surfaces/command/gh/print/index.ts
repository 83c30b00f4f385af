export { bucketOfCheck, exitCodeOfChecks, exitCodeOfRun } from "./checks.js"
export { type Column, type Item, linesOf, lower, type Printed } from "./lines.js"
export {
  fieldAsGh,
  fieldsAsGh,
  itemAsGh,
  itemsAsGh,
  kindOfField,
  kindOfItem,
  projectAsGh,
  projectsAsGh,
  projectView,
  repositoryOfItem,
} from "./projects.js"
export { issueStatus, issueStatusLines, pullStatus, pullStatusLines } from "./status.js"
export {
  commentsView,
  discussionComments,
  discussionView,
  failureView,
  fileText,
  gistFile,
  gistFileNames,
  gistView,
  issueView,
  itemsOf,
  jobLog,
  jobView,
  logView,
  pullView,
  releaseView,
  repositoryView,
  runEnded,
  runView,
  stateOfPull,
} from "./views.js"
