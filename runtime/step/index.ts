export { lazy } from "./lazy.js"
export { createListStep, type IterationOptions, type ListStep } from "./list-step.js"
export { singleUse, type Use } from "./single-use.js"
export { createStep, type Step, type StepPlan, stepPlan } from "./step.js"
