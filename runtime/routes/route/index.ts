export * from "./definition.js"
export * from "./failures.js"
export {
  type DecidedAttempt,
  type DecidedCall,
  type DecidedWrites,
  type Explainable,
  type ExplainedCall,
  featureOf,
  type GraphqlLookups,
  type GraphqlPages,
  type GraphqlSearch,
  type GraphqlWrites,
  type LookupCall,
  type LookupOutcome,
  type PageRequest,
  type RestAllPages,
  type RestLookups,
  type RestPages,
  type RestPolling,
  type Scoped,
  type WaitingCall,
  type Writes,
} from "./features.js"
export * from "./find-all.js"
export type { Attempt, Call, Route } from "./route.js"
export { writes } from "./writes.js"
