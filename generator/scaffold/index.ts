export { type KnownShape, knownShapes, shapeFor } from "./known-shapes.js"
export { members, sentenceOf, wordsOf } from "./names.js"
export {
  FIELDS,
  guardOf,
  INPUTS,
  type Known,
  type LookupOfIssue,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
} from "./proposal.js"
export type { RouteScaffolder, Scaffold } from "./route.js"
