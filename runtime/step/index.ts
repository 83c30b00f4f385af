export { lazy } from "./lazy.js"
export { createListStep, type IterationOptions, type ListStep } from "./list-step.js"
export { type SingleUse, singleUse } from "./single-use.js"
export { createStep, type Step, type StepPlan, stepPlan } from "./step.js"
