/** The package's exports apart from its capabilities. */
export { bindTree } from "./capability/index.js"
export {
  type Chain,
  ChainAborted,
  type ChainData,
  type ChainDryRun,
  ChainFailed,
  type ChainOptions,
  type ChainResults,
  type ChainShape,
  type Condition,
  chain,
  type DryDocument,
  type Each,
  type EachOptions,
  each,
  type Sequence,
  type SequenceOptions,
  type ShapeResults,
  type SkippedStep,
  sequence,
} from "./chain/index.js"
export type {
  BatchLimits,
  Client,
  Intent,
  RecordedEach,
  RecordedTask,
} from "./client/index.js"
export type * from "./contract.js"
export { GhxError } from "./errors/index.js"
export type {
  BriefExplanation,
  CapabilitySummary,
  DocumentFunction,
  DocumentOperation,
  Executor,
  ExplainOptions,
  Explanation,
  ListOptions,
  OperationCost,
  OperationStep,
  RequestFunction,
  RequestOptions,
  ShapeData,
  Throwing,
  ThrowingCapability,
  ThrowingChain,
  ThrowingList,
  ThrowingListStep,
  ThrowingOptions,
  UnfinishedTask,
} from "./execute/index.js"
export { type RecordingClient, type RecordingOptions, recordingClient } from "./execute/index.js"
export type { CachedResponse, OctokitAuth, ResponseCache, WarnedResult } from "./features/index.js"
export {
  type DryRunClient,
  dryRunClient,
  type EnvironmentOptions,
  environmentRepository,
  fromEnvironment,
  type GhOptions,
  type Handler,
  type InterceptedCall,
  type Interceptor,
  refuse,
  type UnsentRequest,
} from "./features/index.js"
export type { CacheLimits } from "./graphql/index.js"
export type { TokenSource } from "./http/index.js"
export type { RetryOptions, Wait } from "./timing/index.js"
export type { ConcurrencyLimits } from "./traffic/index.js"
