export { type Bounds, type CallLimits, separateBounds } from "./bounds.js"
export {
  type Guard,
  type GuardOptions,
  guardOf,
  type Intent,
  type Untrusted,
  type WithPatterns,
} from "./guard.js"
export { type CapabilityPattern, isOfOperations, matches } from "./pattern.js"

/** Loaded by the first call that may be destructive. */
export const loadConfirmation = () => import("./confirmation.js")
