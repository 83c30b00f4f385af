export { plannedCapability } from "../../planner/table/index.js"
export { planOf } from "./compile-card.js"
export type { Stage, Timer } from "./context.js"
export { expansionOf, expansionsOf } from "./expanded-card.js"
export * from "./generate.js"
export {
  type CardCache,
  type CompiledCard,
  createMemory,
  type Memory,
  type RememberedCard,
} from "./memory.js"
