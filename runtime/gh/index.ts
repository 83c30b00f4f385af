export { bringsToken, ghEnvironment } from "./environment.js"
export { type GhResult, isStartedAsGh, mostOutput, runGh, startedAsGh } from "./process.js"
export { realGh } from "./real-gh.js"
