export * from "./line.js"
export * from "./manifest.js"
