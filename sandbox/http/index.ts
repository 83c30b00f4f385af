export { ANONYMOUS, isAnonymous } from "./anonymous.js"
export {
  type Answer,
  answer,
  DOCUMENTATION,
  failure,
  GENERIC,
  malformedJson,
  notModelled,
  ok,
  queryMissing,
  SYNTHESIZE,
} from "./answer.js"
export { issuerOf } from "./app-jwt.js"
export { type Caller, callerOf, tokensIn } from "./caller.js"
export { CORS_HEADERS, preflight } from "./cors.js"
export { answerDownload, type Download, downloadPath, RESULTS_HOST } from "./downloads.js"
export {
  createFaults,
  type Faults,
} from "./faults.js"
export { knownViewer, limitHeaders, requestId } from "./headers.js"
export {
  createLog,
  describe,
  type Log,
  logRequest,
} from "./log.js"
export {
  type Counted,
  createRateLimiter,
  DEFAULT_RATE_LIMIT,
  type RateLimiter,
  type RateLimitOptions,
  type RateLimitResource,
} from "./rate-limit.js"
export {
  ARCHIVE,
  ARCHIVE_HOST,
  type Archive,
  answerRaw,
  answerWeb,
  archivePath,
  decodedPath,
  MISSING,
  RAW_HOST,
  type RawFile,
  rawPath,
  WEB_HOST,
} from "./raw-files.js"
export {
  createSecondaryLimiter,
  type Demand,
  type SecondaryLimiter,
} from "./secondary-limits.js"
