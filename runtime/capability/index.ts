export {
  bindTo,
  bindTree,
  type CallInput,
  type Capability,
  capability,
  type ListCapability,
  lazyMember,
  listCapability,
  memoizeLoad,
  type Source,
  source,
} from "./capability.js"
export {
  knownIn,
  knownOf,
  type Loaders,
  type Registry,
  registryOf,
  treeOf,
  wholeIds,
} from "./registry.js"
