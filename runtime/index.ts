/** Everything that generated code and tests take from the runtime. */
export { bindTree } from "./bind-tree.js"
export { capability, listCapability } from "./capability.js"
export type * from "./definition.js"
export {
  type CatalogEntry,
  type CatalogInput,
  type CatalogProperty,
  clientOf,
  type ExecutorSource,
  executorOf,
  type Registry,
} from "./execute/index.js"
export * from "./public.js"
