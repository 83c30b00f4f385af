export * from "./list-step.js"
export { morePages, Paging, pageInfoPointer } from "./paging.js"
export type { RecordSingle } from "./run-single.js"
export { LazyPromise, lazyImport, SingleUse } from "./single-use.js"
export {
  type Chainable,
  createStep,
  type Step,
  type StepCall,
  type StepPlan,
  type StepWithOut,
  stepPlan,
} from "./step.js"
export { type ThrowingStep, throwingStep } from "./throwing-step.js"
