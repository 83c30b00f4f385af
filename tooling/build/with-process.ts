/** Code that needs a process, in one file: child processes, and system error codes. */
export { attempt } from "../../runtime/features/gh/attempt.js"
export { tokenOfGh } from "../../runtime/features/gh/logins.js"
export { ghProblem } from "../../runtime/features/gh/preflight.js"
export { classifyNetwork } from "../../runtime/http/network.js"
export { warnBeforeExit } from "../../runtime/step/before-exit-warning.js"
