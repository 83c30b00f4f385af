export * from "./credentials.js"
export { type Endpoint, endpointOf, endpointOfHost, isGithubHost, isLoopback } from "./endpoint.js"
export { arrivedText, type Fetch, isRaw, isUnreadable, readable } from "./fetch.js"
export { createHttp, type Http, type HttpOptions, networkFailure } from "./http.js"
export type {
  Adapter,
  HttpAnswer,
  HttpRequest,
  Outgoing,
  PacedDeadline,
  RawResponse,
  ResponseStore,
} from "./message.js"
export { decoder, deepestBody, type Reader } from "./read-body.js"
export * from "./readers.js"
