export { pageOf } from "./attempt.js"
export type { CallContext, ExecuteCall, Layer, RunOptions } from "./call-context.js"
export { decidedWrites } from "./decided-writes.js"
export { executeCall } from "./execute.js"
export {
  type Called,
  definitionFor,
  type FeatureCode,
  featuresBefore,
} from "./feature-code.js"
export { loadRecord } from "./load-record.js"
export { loadReferenceProblems } from "./load-reference-problems.js"
export { looksAfter, waitIfTimeAllows } from "./look-again.js"
export { isInRepository, nodeIds, nodeIdsIn, takesNode } from "./node-ids.js"
export { planRoutes } from "./plan-routes.js"
export { prepare, withinScope } from "./prepare.js"
export type {
  AdmitLater,
  Recorded,
  RecordSingle,
  Turn,
  WrittenReference,
  WrittenValue,
} from "./record.js"
export type { Origin } from "./reference-problems.js"
export { requirements } from "./requirements.js"
export { serialize } from "./serialize.js"
export { bytesBehind, shownResult } from "./shown-result.js"
export { undecodedContent } from "./undecoded-content.js"
