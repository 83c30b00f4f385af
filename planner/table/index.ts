export { type PlannedCapability, plannedCapability } from "./capability.js"
export { singular } from "./singular.js"
export { addedTable, plannerTable } from "./table.js"
