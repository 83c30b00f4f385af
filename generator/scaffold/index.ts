export { type KnownShape, knownShapes, shapeFor } from "./known-shapes.js"
export { draftDescription, members, sentenceOf } from "./names.js"
export {
  FIELDS,
  guardOf,
  INPUTS,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
  type ScaffoldContext,
} from "./proposal.js"
export type { RouteScaffolder } from "./route.js"
