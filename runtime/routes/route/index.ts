export {
  answerPartsOf,
  type Definition,
  type FullDefinition,
  isMadeOf,
  type Loadable,
  type LoadedDefinition,
  type OperationPages,
} from "./definition.js"
export {
  notFound,
  notSendable,
  partlyApplied,
  shownOnly,
  subjectIn,
  timedOut,
  unreadAnswer,
} from "./failures.js"
export {
  type DecidedWrites,
  featureOf,
  type GraphqlLookups,
  type GraphqlPages,
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
} from "./features.js"
export {
  type Found,
  type FoundValues,
  findAll,
  MOST_ITEMS,
  oneOf,
  unansweredLookup,
} from "./find-all.js"
export type { Attempt, Call, Route } from "./route.js"
