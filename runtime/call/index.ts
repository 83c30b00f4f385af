export { type Carrier, carryOut } from "./carry-out.js"
export { type RunOptions, withinScope } from "./options.js"
export { type Prepared, prepare } from "./prepare.js"
export type { Definition } from "./route.js"
