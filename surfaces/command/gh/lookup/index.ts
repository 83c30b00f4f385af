export * from "./looked-up.js"
export * from "./lookups.js"
