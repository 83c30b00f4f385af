export { defaultSeed } from "./default-seed.js"
export { SeedError, SnapshotError } from "./errors/index.js"
export type * from "./public/index.js"
export { startSandbox } from "./start.js"
