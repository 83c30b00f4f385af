export * from "./capabilities.js"
export * from "./github-double.js"
