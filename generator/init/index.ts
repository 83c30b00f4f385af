export { initProject } from "./init-project.js"
