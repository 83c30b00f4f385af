/** The exports of the runtime for generated code and tests. */
export { pageOf } from "./call/index.js"
export {
  type CompiledOperation,
  documentBy,
  isOperation,
  knownIn,
  knownOf,
  type Loaders,
  type OperationCompiler,
  operationSource,
  type Registry,
  type RequestOptions,
  registryOf,
  requestBy,
  treeOf,
} from "./capability/index.js"
export {
  type Around,
  chainAround,
  heldBackMessage,
  originalOf,
  type PlacedCall,
} from "./chain/index.js"
export { checkClient } from "./client/index.js"
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
  clientOf,
  executorOf,
  isFound,
  type Permissions,
  searchCapabilities,
  type TaskResults,
  type Tasks,
} from "./execute/index.js"
export { guardOf } from "./guard/index.js"
export { checkOptions, type Known, kindOf } from "./input/index.js"
export * from "./module.js"
export * from "./public.js"
export {
  type LoadedDefinition,
  nextAddress,
  type OperationPages,
  type RestPages,
} from "./routes/index.js"
export { hiddenCharacters } from "./text/index.js"
