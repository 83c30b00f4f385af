export {
  bindTo,
  bindTree,
  type CallInput,
  type Capability,
  capability,
  type ListCapability,
  lazyMember,
  listCapability,
  type Source,
  source,
} from "./capability.js"
export {
  type CompiledOperation,
  type DocumentFunction,
  type DocumentOperation,
  documentBy,
  isOperation,
  type OperationCompiler,
  type OperationCost,
  type OperationStep,
  operationSource,
  type RequestFunction,
  type RequestOptions,
  requestBy,
  type UnmatchedPattern,
} from "./operation.js"
export { knownIn, knownOf, type Loaders, type Registry, registryOf, treeOf } from "./registry.js"
