export { type ExpandedCard, expandCard } from "./expand-card.js"
export type { Surroundings } from "./rule.js"
export { readShared, SHARED_FOLDER, type Shared } from "./shared.js"
export { spellOut } from "./spell-out.js"
