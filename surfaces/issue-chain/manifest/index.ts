export * from "./line.js"
export * from "./manifest.js"
export * from "./remembered.js"
