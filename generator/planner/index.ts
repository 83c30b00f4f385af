export { type PlannedCapability, plannedCapability } from "./capability.js"
export { addedTable, gapsIn, plannerTable } from "./table.js"
export { thingsIn } from "./things.js"
