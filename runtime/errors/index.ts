export { classifyGraphqlError } from "./classify-graphql.js"
export { addDocumented, type Documented, documentedIn } from "./documented.js"
export { documentedOfWrites } from "./documented-writes.js"
export {
  type FailedCapability,
  type Failure,
  noAnswerFailure,
  notLoaded,
  permanent,
  toResultError,
  unexpected,
  unreadable,
  unsupported,
} from "./failure.js"
export { GhxError } from "./ghx-error.js"
export { type GraphqlError, isObject, readGraphqlErrors } from "./graphql-error.js"
export { classifyStatus } from "./http-status.js"
export { ignoredProxy, proxyAuthFailure } from "./proxy.js"
export { redact, redactDeep } from "./redact.js"
export { inRepository, storageFailure, tooManyRedirects } from "./redirected.js"
export {
  costOf,
  header,
  limitIn,
  partialBySso,
  type ResponseHeaders,
  retryAfterMs,
  serverFailed,
} from "./transient.js"
export { listValues, nameValue, reasonOf, shorten, shortenMiddle, subjectIn } from "./words.js"
