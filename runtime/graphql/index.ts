export { mergeOperations, wasRefused } from "./merge.js"
export * from "./remembered.js"
export {
  type Answered,
  agreeOnFragments,
  failuresOf,
  type GraphqlAnswer,
  type GraphqlMutation,
  type GraphqlRequest,
  type GraphqlTransport,
  graphqlTransport,
  mergeFailures,
  retryingTransport,
  sentences,
  textOf,
} from "./transport.js"
export { failureInMutation, hasUnknownResult, rootsOf, wasApplied } from "./writes.js"
