export { plannedCapability } from "../../planner/table/index.js"
export { type CompiledCard, planOf } from "./compile-card.js"
export type { Stage, Timer } from "./context.js"
export { expansionOf, expansionsOf } from "./expanded-card.js"
export {
  type CardCache,
  compileSome,
  type Generated,
  generate,
  generateInThreads,
  type RememberedCard,
} from "./generate.js"
export { createMemory, type Memory } from "./memory.js"
