export { lazyImport } from "./lazy-import.js"
export {
  createListStep,
  type IterationOptions,
  type ListStep,
  readIteration,
} from "./list-step.js"
export { lazyPromise, type SingleUse, singleUse } from "./single-use.js"
export {
  type Chainable,
  createStep,
  type Step,
  type StepPlan,
  type StepWithOut,
  stepPlan,
} from "./step.js"
