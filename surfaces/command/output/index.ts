export * from "./exit-codes.js"
export type { Filter, RunJq } from "./jq.js"
export * from "./messages.js"
export * from "./printer.js"
export * from "./progress.js"
export * from "./status.js"

/** Only models read it. */
export const loadBrief = () => import("./brief.js")
/** Few clients mark untrusted content. */
export const loadFragments = () => import("./fragments.js")
/** Few calls use an expression. */
export const loadJq = () => import("./jq-threads.js")
