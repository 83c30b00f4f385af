/** What the runtime loads to run gh, in one file. */
export { tokenOfGh } from "../runtime/gh/index.js"
export { attempt } from "../runtime/routes/cli/attempt.js"
export { obstacle } from "../runtime/routes/cli/preflight.js"
