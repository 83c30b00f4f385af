export { pageOf } from "./attempt.js"
export type { CallContext, ExecuteCall, Layer, RunOptions } from "./call-context.js"
export { decidedWrites } from "./decided-writes.js"
export { executeCall } from "./execute.js"
export { loadBounds } from "./load-bounds.js"
export { nodeIds } from "./node-ids.js"
export { planRoutes } from "./plan-routes.js"
export { prepare, withinScope } from "./prepare.js"
export type { Recorded, Turn, WrittenReference, WrittenValue } from "./record.js"
export type { Origin } from "./reference-problems.js"
export { requirements } from "./requirements.js"
export { serialize } from "./serialize.js"
export { shownResult } from "./shown-result.js"
export { bytesBehind } from "./undecoded.js"

/** Few clients record. */
export const loadRecord = () => import("./record.js")

/** Checks references against contracts before anything is sent. */
export const loadReferenceProblems = () => import("./reference-problems.js")
