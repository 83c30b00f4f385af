export { bindTree } from "./bind-tree.js"
export type { RunOptions } from "./call/index.js"
export {
  type Capability,
  capability,
  type ListCapability,
  listCapability,
} from "./capability.js"
export {
  type Chain,
  ChainAborted,
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
export type * from "./definition.js"
export type * from "./envelope.js"
export { GhxError } from "./errors/index.js"
export * from "./execute/index.js"
export type { GuardOptions, Intent } from "./guard/index.js"
export type { RetryOptions } from "./retry.js"
export type { IterationOptions, ListStep, Step } from "./step/index.js"
