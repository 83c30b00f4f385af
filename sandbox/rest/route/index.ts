export { bytesOfBase64, maybe, readBody } from "./body.js"
export {
  documentedAt,
  HttpRefusal,
  invalid,
  issuesDisabled,
  missing,
  NotModelled,
  refusalAnswer,
  refuse,
  refuseAnonymous,
} from "./errors.js"
export {
  commitIn,
  issueIn,
  jobIn,
  knownOf,
  milestoneIn,
  numberIn,
  pullIn,
  repositoryIn,
  rowIn,
  runIn,
} from "./find.js"
export { bodyOf, queryOf, type Unread } from "./given.js"
export { changeIssue, detailsOf } from "./issue-changes.js"
export { issuerIn } from "./issuer.js"
export { labelName, labelNamesIn, labelsNamed } from "./label-names.js"
export { choice, isSince, sorted, timeIn } from "./lists.js"
export { mediaOf, textAnswer, withMediaType } from "./media.js"
export { cursorPage, page, pageOf } from "./pages.js"
export { accountsOf, knownAccounts } from "./people.js"
export type { AppAccess, Deliveries, Delivery, RestRequest, View } from "./request.js"
export { createRouter, type Found, type Handler, type Route, routesOf } from "./router.js"
export { person, signatureIn } from "./signature.js"
