/** The parts of the documents and answers of a capability that only some of its fields need. */
export { prunedOperation, withField } from "./pruned-operation.js"
export {
  childPlace,
  isPruned,
  type PrunedParts,
  prunedParts,
  withStandIns,
} from "./pruned-parts.js"
