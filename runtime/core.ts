/** `ghx/core`: clients that are made of the features that they use, and of nothing else. */
export type { CallContext, FeatureCode, Layer } from "./call/index.js"
export { bindTree } from "./capability/index.js"
export {
  type Chain,
  ChainAborted,
  type ChainData,
  ChainFailed,
  type ChainOptions,
  type ChainResults,
  type ChainShape,
  chain,
  type Each,
  type EachOptions,
  each,
  type Sequence,
  type SequenceOptions,
  type ShapeResults,
  sequence,
} from "./chain/index.js"
export {
  type BatchLimits,
  type Client,
  type ClientFeature,
  type ClientOptions,
  createClient,
  type Intent,
} from "./client/index.js"
export type * from "./contract.js"
export { type Failure, GhxError } from "./errors/index.js"
export {
  allPages,
  type CachedResponse,
  fields,
  type GhOptions,
  type GuardOptions,
  gh,
  guards,
  type Handler,
  type InterceptedCall,
  type Interceptor,
  interceptors,
  type OctokitAuth,
  octokit,
  once,
  type ResponseCache,
  refuse,
  rememberedIds,
  responseCache,
  untrusted,
  withinBudget as budget,
} from "./features/index.js"
export type { CacheLimits } from "./graphql/index.js"
export type { TokenSource } from "./http/index.js"
export type { RetryOptions, Wait } from "./timing/index.js"
export type { ConcurrencyLimits } from "./traffic/index.js"
