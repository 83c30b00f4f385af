import type { RouteType } from "../envelope/index.js"
import { cliRoute } from "./cli/index.js"
import { graphqlRoute } from "./graphql/index.js"
import { restRoute } from "./rest/index.js"
import type { Route } from "./route/index.js"

export {
  graphqlLookups,
  graphqlPages,
  graphqlSearch,
  graphqlWrites,
  lookupKey,
  openLookups,
  type Prefetchable,
  prefetch,
  prefetchable,
  recallFor,
} from "./graphql/index.js"
export {
  endpointUrl,
  nextAddress,
  restAllPages,
  restBytes,
  restContent,
  restCursors,
  restLookups,
  restPages,
  restPolling,
  restPresence,
  restSealing,
  restTexts,
  tokenScopes,
} from "./rest/index.js"
export {
  type Attempt,
  answerPartsOf,
  type Call,
  type DecidedAttempt,
  type DecidedCall,
  type DecidedWrites,
  type Definition,
  type FullDefinition,
  featureOf,
  isMadeOf,
  type Loadable,
  type LoadedDefinition,
  type OperationPages,
  type PageRequest,
  type RestPages,
  type Route,
  shownOnly,
  timedOut,
  type WaitingCall,
  writes,
} from "./route/index.js"

export const routes: Readonly<Record<RouteType, Route>> = {
  graphql: graphqlRoute,
  rest: restRoute,
  cli: cliRoute,
}
