/** What the package exports beside its capabilities: what a caller can use, and nothing else. */
export {
  type Chain,
  ChainAborted,
  type ChainData,
  ChainFailed,
  type ChainOptions,
  type ChainResults,
  chain,
} from "./chain/index.js"
export {
  type BatchLimits,
  type CachedResponse,
  type CacheLimits,
  type Client,
  type ClientOptions,
  type ConcurrencyLimits,
  createClient,
  type EnvironmentOptions,
  fromEnvironment,
  type GhOptions,
  type OctokitAuth,
  type ResponseCache,
  type TokenSource,
} from "./client/index.js"
export type * from "./contract.js"
export { GhxError } from "./errors/index.js"
export type { CapabilityLine, Dependencies, Executor, Explanation } from "./execute/index.js"
export type { GuardOptions, Intent } from "./guard/index.js"
export type { RetryOptions } from "./retry.js"
