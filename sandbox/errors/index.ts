export { SeedError } from "./seed-error.js"
export { SnapshotError } from "./snapshot-error.js"
