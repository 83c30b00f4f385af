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
export { createHttp, type Http, networkFailure } from "./http.js"
export { importOctokit } from "./load-octokit.js"
export type { HttpAnswer, HttpRequest } from "./message.js"
export type { OctokitAuth, OctokitLike } from "./octokit.js"
export { presenceReader } from "./presence-reader.js"
export type { Reader } from "./read-body.js"
export type { CachedResponse, ResponseCache } from "./response-cache.js"
export { responseStoreOf } from "./response-store.js"
export { contentReader, textReader } from "./text-reader.js"
