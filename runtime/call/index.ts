export { carryOut } from "./carry-out.js"
export { type RunOptions, withinScope } from "./options.js"
export { firstRoute } from "./plan-routes.js"
export { prepare } from "./prepare.js"
