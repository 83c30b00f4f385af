export { bringsToken, ghEnvironment } from "./environment.js"
export { tokenOfGh } from "./login.js"
export { tokenOfOctokit } from "./octokit-token.js"
export { type GhResult, mostOutput, runGh } from "./process.js"
