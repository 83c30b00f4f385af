export type * from "./account-rows.js"
export type * from "./automation-rows.js"
export { type Clock, clockFrom, steppingClock, timestamp } from "./clock.js"
export type { Column } from "./columns.js"
export * from "./create-store.js"
export type * from "./deployment-rows.js"
export type * from "./discussion-rows.js"
export * from "./empty-lists.js"
export type * from "./event-rows.js"
export type * from "./generic-rows.js"
export type * from "./gist-rows.js"
export { homeOf } from "./homes.js"
export {
  folded,
  indexesOf,
  labelScope,
  named,
  pair,
  type Scope,
  sameName,
  subjectKey,
} from "./indexes.js"
export type * from "./issue-rows.js"
export { REACTIONS } from "./issue-rows.js"
export type { Dispatch, Journal } from "./journal.js"
export { columnsOf, nodeId, tableNameOf } from "./node-id.js"
export * from "./ordered.js"
export type * from "./pages-rows.js"
export type * from "./planning-rows.js"
export { ISSUE_FIELD_TYPES } from "./planning-rows.js"
export type * from "./project-rows.js"
export type * from "./pull-rows.js"
export type * from "./repository-rows.js"
export * from "./rows.js"
export type * from "./rule-rows.js"
export type * from "./security-rows.js"
export { isOneOf, type Store } from "./store.js"
export { type AnyIndex, Index } from "./table-index.js"
export * from "./transaction.js"
export * from "./values.js"
export { closedIssuesIn, mentionsIn, wordsIn } from "./words.js"
