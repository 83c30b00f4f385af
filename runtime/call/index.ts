export { pageOf } from "./attempt.js"
export type { CallContext, ExecuteCall, Layer, RunOptions } from "./call-context.js"
export { contentWarnings } from "./content-warnings.js"
export { decidedWrites } from "./decided-writes.js"
export { executeCall } from "./execute.js"
export {
  type Called,
  definitionFor,
  type FeatureCode,
  featuresBefore,
} from "./feature-code.js"
export { looksAfter, serialize, waitIfTimeAllows } from "./look-again.js"
export { isInRepository, nodeIds, nodeIdsIn, takesNode } from "./node-ids.js"
export { planRoutes } from "./plan-routes.js"
export { prepare, withinScope } from "./prepare.js"
export { requirements } from "./requirements.js"
export { bytesBehind, shownResult } from "./shown-result.js"
