export { type Readiness, readiness } from "./preflight.js"
export { statusText } from "./progress.js"
export * from "./run.js"
export type { Ports } from "./work.js"
