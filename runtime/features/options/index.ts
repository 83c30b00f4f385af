export { type ClientOptions, clientOptions, createClient } from "./create-client.js"
export * from "./environment.js"
export type { WarnedResult } from "./report.js"
