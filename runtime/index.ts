/** The exports of the runtime for generated code and tests. */
export { bytesBehind, pageOf, shownResult, takesNode } from "./call/index.js"
export {
  knownIn,
  knownOf,
  type Loaders,
  type Registry,
  registryOf,
  treeOf,
} from "./capability/index.js"
export {
  type Around,
  chainAround,
  heldBackMessage,
  type Layout,
  originalOf,
  type PlacedCall,
} from "./chain/index.js"
export { checkClient, destroys } from "./client/index.js"
export type * from "./definition/index.js"
export {
  ignoredProxy,
  permanent,
  type ResponseHeaders,
} from "./errors/index.js"
export {
  type AnyId,
  type Catalog,
  type CatalogEntry,
  type CompiledOperation,
  clientOf,
  type Dependencies,
  documentBy,
  executorOf,
  flatTasks,
  isFound,
  isOperation,
  type OperationCompiler,
  operationSource,
  type Permissions,
  requestBy,
  searchCapabilities,
  type TaskResults,
  type Tasks,
  type Throwing,
  type ThrowingOptions,
  treeFor,
  type UnmatchedPattern,
} from "./execute/index.js"
export {
  type CallLimits,
  type CapabilityPattern,
  type ClientOptions,
  createClient,
  environmentClient,
  environmentToken,
  type GuardOptions,
  guardOf,
  isOfOperations,
  type ObservedWrite,
  observeWrites,
  summandsOf,
  type WithPatterns,
} from "./features/index.js"
export { checkOptions, type Known, kindOf } from "./input/index.js"
export * from "./module.js"
export * from "./public.js"
export {
  type LoadedDefinition,
  lastPage,
  nextAddress,
  type OperationPages,
  type PageRequest,
  type RestPages,
  restContent,
  shownOnly,
  shrunk,
  timedOut,
} from "./routes/index.js"
export { morePages, Paging, pageInfoPointer } from "./step/index.js"
