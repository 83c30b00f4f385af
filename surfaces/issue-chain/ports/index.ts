export { type GitPort, openGit } from "./git.js"
export { type Ghx, type GitHubPort, githubOf } from "./github.js"
export * from "./ports.js"
export { type CommandWorkerOptions, commandWorker } from "./worker.js"
