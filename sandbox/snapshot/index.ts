export { type Access, type StoredGrant, snapshot, storeOf, type Tokens } from "./snapshot.js"
