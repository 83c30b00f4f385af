export { arranged, arrangedAbort } from "./arranged.js"
export { chain, dryRunChain, runChain, throwingChain } from "./chain.js"
export { ChainAborted, ChainFailed, heldBackMessage } from "./chain-failed.js"
export { each } from "./each.js"
export {
  type Condition,
  type Criterion,
  defaultLimit,
  type Each,
  type EachOptions,
  planEach,
} from "./each-plan.js"
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
export { loadOneOf } from "./load-one-of.js"
export { referenceProblem } from "./mistakes.js"
export type { ReadyStep } from "./preflight.js"
export { type Sequence, sequence } from "./sequence.js"
export {
  type Around,
  type Chain,
  type ChainData,
  type ChainDryRun,
  type ChainOptions,
  type ChainResults,
  type ChainShape,
  chainAround,
  type DryDocument,
  type PlacedCall,
  type SequenceOptions,
  type ShapeData,
  type ShapeResults,
  type ThrowingChain,
} from "./types.js"
export { unconfirmed } from "./unconfirmed.js"
export {
  type EntrySource,
  type Filling,
  fillIn,
  meetsConditions,
  originalOf,
  type ValueSource,
  valueAtPlace,
} from "./values.js"
