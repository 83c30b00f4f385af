export { type Expansion, expansionOf, expansionsOf } from "./expanded-card.js"
export { type CardCache, generate, type RememberedCard } from "./generate.js"
export { planOf } from "./plan-card.js"
export type { Stage, Timer } from "./timer.js"
