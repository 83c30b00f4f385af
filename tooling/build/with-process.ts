/** Code that needs a process, in one file: child processes, and system error codes. */
export * from "../../runtime/gh/index.js"
export { classifyNetwork } from "../../runtime/http/network.js"
export { attempt } from "../../runtime/routes/cli/attempt.js"
export { ghProblem } from "../../runtime/routes/cli/preflight.js"
export { warnBeforeExit } from "../../runtime/step/before-exit-warning.js"
