export * from "./list-step.js"
export { Paging } from "./paging.js"
export { LazyPromise, lazyImport, SingleUse } from "./single-use.js"
export type { RecordSingle } from "./step.js"
export {
  type Chainable,
  createStep,
  isA,
  type Step,
  type StepCall,
  type StepPlan,
  type StepWithOut,
  stepPlan,
  type ThrowingStep,
} from "./step.js"
