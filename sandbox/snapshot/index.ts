export { SnapshotError } from "./read.js"
export { type Access, snapshot, type Tokens, worldOf } from "./snapshot.js"
