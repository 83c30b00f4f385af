/** The exports of `ghx/plan`: plans from an intent to steps, using the table that the compiler writes. */
export type { Accepted, EntityType, PlannerCatalog, Reasons, Thing, Tool } from "./catalogue.js"
export type {
  Missing,
  Plan,
  PlanRequest,
  PlanStep,
  RunnablePlan,
  RunnableStep,
} from "./plan.js"
export { createPlanner, plannerOf } from "./planner.js"
