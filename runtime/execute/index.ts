export type {
  CapabilityLine,
  CatalogEntry,
  CatalogInput,
  Explanation,
} from "./catalog.js"
export {
  createExecutor,
  type Dependencies,
  type Executor,
  type ExecutorSource,
  type Registry,
} from "./executor.js"
