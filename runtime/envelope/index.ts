export type * from "./envelope.js"
