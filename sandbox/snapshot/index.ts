export { type Access, snapshot, type Tokens, worldOf } from "./snapshot.js"
