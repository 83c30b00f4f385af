export { classifyGraphqlError } from "./classify-graphql.js"
export { documentedIn } from "./documented.js"
export {
  type FailedCapability,
  type Failure,
  notLoaded,
  permanent,
  toResultError,
  unexpected,
  unreadable,
  unsupported,
} from "./failure.js"
export { GhxError } from "./ghx-error.js"
export { type GraphqlError, readGraphqlErrors } from "./graphql-error.js"
export { classifyStatus } from "./http-status.js"
export { listValues, nameValue } from "./name-values.js"
export { noAnswerFailure } from "./no-answer.js"
export { partialBySso } from "./partial-sso.js"
export { ignoredProxy, proxyAuthFailure } from "./proxy.js"
export { reasonOf } from "./reason.js"
export { redact, redactDeep } from "./redact.js"
export { tooManyRedirects } from "./redirected.js"
export { shorten, shortenMiddle } from "./shorten.js"
export { storageFailure } from "./storage.js"
export {
  costOf,
  header,
  limitIn,
  type ResponseHeaders,
  retryAfterMs,
  serverFailed,
} from "./transient.js"
