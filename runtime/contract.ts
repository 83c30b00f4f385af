/**
 * The types that a capability, its steps and its results are made of. Every namespace exports them
 * beside its capabilities: a type-checker that writes declarations of code that wraps a capability can
 * only name what the module that was imported exports.
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
export type { Chainable, IterationOptions, ListStep, Step, StepWithOut } from "./step/index.js"
