export type { Adapter, PacedDeadline, ResponseStore } from "./adapter.js"
export { bytesReader } from "./bytes-reader.js"
export {
  type Credentials,
  credentialsOf,
  loginCredentials,
  noCredentials,
  octokitCredentials,
  type Token,
  type TokenSource,
} from "./credentials.js"
export { exactText, similarText, undecodable } from "./decode.js"
export { type Endpoint, endpointOf, endpointOfHost, isGithubHost, isLoopback } from "./endpoint.js"
export { type Fetch, isRaw, normalizedFetch } from "./fetch.js"
export { createHttp, type Http, type HttpOptions, networkFailure } from "./http.js"
export type { HttpAnswer, HttpRequest, Outgoing, RawResponse } from "./message.js"
export { presenceReader } from "./presence-reader.js"
export { decoder, type Reader } from "./read-body.js"
export { contentReader, textReader } from "./text-reader.js"
