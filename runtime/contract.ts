/**
 * The types of capabilities, their steps and results. Every namespace exports them: declarations of code
 * that wraps a capability can only name what the imported module exports.
 */
export type { RunOptions } from "./call/index.js"
export type { Capability, ListCapability } from "./capability/index.js"
export type {
  CapabilityDefinition,
  Contract,
  Effect,
  JsonSchema,
  JsonType,
  NodeId,
  Page,
  PageInfo,
  PageInput,
} from "./definition/index.js"
export type * from "./envelope/index.js"
export type { Out, Reference, Value, WithReferences } from "./reference/index.js"
export type {
  Chainable,
  IterationOptions,
  ListStep,
  Step,
  StepWithOut,
  ThrowingStep,
} from "./step/index.js"
