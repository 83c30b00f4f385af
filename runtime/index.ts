/** Everything that generated code and tests take from the runtime. */
export { bindTree, capability, listCapability } from "./capability/index.js"
export type * from "./definition/index.js"
export {
  type CatalogEntry,
  type CatalogInput,
  type CatalogProperty,
  clientOf,
  executorOf,
  type Registry,
} from "./execute/index.js"
export * from "./public.js"
