export { type CardCache, generate, type RememberedCard } from "./generate.js"
export type { Stage, Timer } from "./timer.js"
