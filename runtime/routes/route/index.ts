export type {
  Definition,
  FullDefinition,
  Loadable,
  LoadedDefinition,
  OperationPages,
} from "./definition.js"
export { findAll } from "./find-all.js"
export { type Found, type FoundValues, unanswered } from "./found.js"
export { notFound, thingIn } from "./not-found.js"
export { notSendable } from "./not-sendable.js"
export { MOST_ITEMS, oneOf } from "./one-of.js"
export { partlyApplied } from "./partly-applied.js"
export {
  type GraphqlLookups,
  type GraphqlWrites,
  type LookingCall,
  type Parts,
  partOf,
  type RestLookups,
  type RestPages,
  type RestPolling,
  type Settled,
} from "./parts.js"
export type { Attempt, Call, Route } from "./route.js"
