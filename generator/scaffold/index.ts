export { initProject } from "./init-project.js"
export { type ProposeOptions, proposeCard } from "./propose-card.js"
