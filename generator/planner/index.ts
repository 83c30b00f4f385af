export { type PlannedCapability, plannedCapability } from "./capability.js"
export { gapsIn, plannerTable } from "./table.js"
export { thingsIn } from "./things.js"
