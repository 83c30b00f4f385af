export { writePages } from "./page.js"
export { type Explorer, type ExplorerOptions, startExplorer } from "./server.js"
