export * from "./capabilities.js"
export * from "./gh-double.js"
export * from "./github-double.js"
export * from "./rest-capabilities.js"
