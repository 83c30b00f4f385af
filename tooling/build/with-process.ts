/** Code that needs a process, in one file: child processes, and system error codes. */
export { tokenOfGh } from "../../runtime/features/gh/logins.js"
export { classifyNetwork } from "../../runtime/http/network.js"
export { attempt } from "../../runtime/routes/cli/attempt.js"
export { ghProblem } from "../../runtime/routes/cli/preflight.js"
export { warnBeforeExit } from "../../runtime/step/before-exit-warning.js"
