export { bucketOfCheck, exitCodeOfChecks, exitCodeOfRun } from "./checks.js"
export { discussionComments, discussionView } from "./discussions.js"
export { doneText } from "./done.js"
export { gistFile, gistFileNames, gistView } from "./gists.js"
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
export { releaseView } from "./releases.js"
export { repositoryView } from "./repositories.js"
export { attemptView, failureView, jobLog, jobView, logView, runEnded, runView } from "./runs.js"
export { issueStatus, issueStatusLines, pullStatus, pullStatusLines } from "./status.js"
export { commentsView, fileText, issueView, itemsOf, pullView, stateOfPull } from "./views.js"
