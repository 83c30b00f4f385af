/** Everything that generated code and tests take from the runtime. */
export { pageOf } from "./call/index.js"
export {
  capability,
  graphqlLookups,
  graphqlWrites,
  knownIn,
  knownOf,
  type Loaders,
  listCapability,
  nodeIds,
  type Registry,
  registryOf,
  requirements,
  restBytes,
  restLookups,
  restPages,
  restPresence,
  restTexts,
  treeOf,
} from "./capability/index.js"
export { heldBackMessage } from "./chain/index.js"
export { checkClient } from "./client/index.js"
export type * from "./definition/index.js"
export { ignoredProxy } from "./errors/index.js"
export {
  type Catalog,
  type CatalogEntry,
  clientOf,
  executorOf,
  searchCapabilities,
} from "./execute/index.js"
export { guardOf } from "./guard/index.js"
export { checkOptions, type Known, kindOf } from "./input/index.js"
export * from "./path/index.js"
export * from "./public.js"
export type { LoadedDefinition } from "./routes/index.js"
export { hiddenCharacters } from "./text/index.js"
