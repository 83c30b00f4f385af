export { carryOut } from "./carry-out.js"
export { type RunOptions, withinScope } from "./options.js"
export { prepare } from "./prepare.js"
export { requirements } from "./requirements.js"
