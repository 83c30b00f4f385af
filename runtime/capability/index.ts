export { bindTree } from "./bind-tree.js"
export { type Capability, capability, type ListCapability, listCapability } from "./capability.js"
