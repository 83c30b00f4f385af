export { type Bounds, type CallLimits, separateBounds } from "./bounds.js"
export { type Guard, type GuardOptions, guardOf, type Intent, type Untrusted } from "./guard.js"
export { matches } from "./pattern.js"
