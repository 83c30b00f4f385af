export {
  graphqlLookups,
  graphqlPages,
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
export type {
  Attempt,
  Call,
  DecidedWrites,
  Definition,
  Features,
  FullDefinition,
  Loadable,
  LoadedDefinition,
  OperationPages,
  RestPages,
  Route,
  WaitingCall,
} from "./route/index.js"
export { answerPartsOf, featureOf, isMadeOf, shownOnly, timedOut } from "./route/index.js"
export { routes } from "./routes.js"
