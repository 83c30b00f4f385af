export { type PlannedCapability, plannedCapability } from "./capability.js"
export { addedTable, plannerTable } from "./table.js"
