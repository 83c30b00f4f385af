export type {
  CapabilityLine,
  CatalogEntry,
  CatalogInput,
  CatalogProperty,
  Explanation,
} from "./catalog.js"
export { clientOf, type Dependencies } from "./dependencies.js"
export { type Executor, executorOf, type Registry } from "./executor.js"
