export { expandCard } from "./expand-card.js"
export type { Surroundings } from "./rule.js"
