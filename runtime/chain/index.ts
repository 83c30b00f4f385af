export { arranged } from "./arranged.js"
export { chain, collected, dryRunChain, type RunOnce, runChain } from "./chain.js"
export { ChainAborted, ChainFailed, heldBackMessage } from "./chain-failed.js"
export {
  type Condition,
  type Criterion,
  defaultLimit,
  type Each,
  type EachOptions,
  each,
  planEach,
} from "./each.js"
export {
  type ChainEntry,
  type EntryOutcome,
  failedWith,
  labelOf,
  type SkippedStep,
  sourceOf,
} from "./entries.js"
export type { Recorder } from "./execute-chain.js"
export * from "./execute-entry.js"
export { isPlainObject, type Layout, type LayoutPath, layoutOf } from "./layout.js"
export { referenceProblem } from "./mistakes.js"
export { oneOf } from "./one-of.js"
export type { ReadyStep } from "./preflight.js"
export { type Sequence, sequence } from "./sequence.js"
export {
  type Around,
  type Chain,
  type ChainData,
  type ChainDryRun,
  type ChainItem,
  type ChainOptions,
  type ChainResults,
  type ChainShape,
  chainAround,
  chainPlan,
  type DryDocument,
  type PlacedCall,
  type SequenceOptions,
  type ShapeResults,
} from "./types.js"
export {
  type EntrySource,
  type Filling,
  fillIn,
  meetsConditions,
  originalOf,
  type ValueSource,
  valueAtPlace,
} from "./values.js"
