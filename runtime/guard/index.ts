export { aheadOf, type Bounds, type CallLimits } from "./bounds.js"
export { type Guard, type GuardOptions, guardOf, type Intent, type Untrusted } from "./guard.js"
export { matches } from "./pattern.js"
