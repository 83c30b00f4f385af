export { requireAccount } from "./accounts.js"
export { applySeed, readAddition } from "./apply.js"
export { ALL_SCOPES, viewerFor } from "./people.js"
export { plantSeed } from "./plant.js"
export type {
  Seed,
  SeedAddition,
  SeedIssue,
  SeedPull,
  SeedRepository,
  SeedToken,
} from "./schema.js"
export { plant, plantedWorld } from "./template.js"
export { checkedToken, checkedTokens, requireOwner, viewerOf } from "./tokens.js"
