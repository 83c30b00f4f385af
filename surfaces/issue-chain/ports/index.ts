export { openGit } from "./git.js"
export { type Ghx, githubOf } from "./github.js"
export * from "./ports.js"
export { type CommandWorkerOptions, commandWorker } from "./worker.js"
