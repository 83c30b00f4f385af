export * from "./anonymous.js"
export * from "./answer.js"
export * from "./app-jwt.js"
export * from "./caller.js"
export * from "./cors.js"
export * from "./downloads.js"
export {
  createFaults,
  type Faults,
} from "./faults.js"
export * from "./headers.js"
export * from "./log.js"
export {
  type Counted,
  createRateLimiter,
  DEFAULT_RATE_LIMIT,
  type RateLimiter,
  type RateLimitOptions,
  type RateLimitResource,
} from "./rate-limit.js"
export * from "./raw-files.js"
export {
  createSecondaryLimiter,
  type Demand,
  type SecondaryLimiter,
} from "./secondary-limits.js"
