export { bringsToken, ghEnvironment } from "./environment.js"
export { tokenOfGh } from "./login.js"
export { type GhResult, mostOutput, runGh } from "./process.js"
