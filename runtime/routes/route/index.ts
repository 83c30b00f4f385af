export { answerPartsOf, isMadeOf } from "./answer-parts.js"
export type {
  Definition,
  FullDefinition,
  Loadable,
  LoadedDefinition,
  OperationPages,
} from "./definition.js"
export {
  type DecidedWrites,
  type Features,
  featureOf,
  type GraphqlLookups,
  type GraphqlPages,
  type GraphqlWrites,
  type LookupCall,
  type LookupOutcome,
  type RestAllPages,
  type RestLookups,
  type RestPages,
  type RestPolling,
  type Scoped,
  type WaitingCall,
} from "./features.js"
export { findAll } from "./find-all.js"
export { type Found, type FoundValues, unansweredLookup } from "./found.js"
export { notFound, subjectIn } from "./not-found.js"
export { notSendable } from "./not-sendable.js"
export { MOST_ITEMS, oneOf } from "./one-of.js"
export { partlyApplied } from "./partly-applied.js"
export type { Attempt, Call, Route } from "./route.js"
export { shownOnly, timedOut } from "./shortfalls.js"
export { unreadAnswer } from "./unread-answer.js"
