export { type Access, type StoredGrant, snapshot, type Tokens, worldOf } from "./snapshot.js"
