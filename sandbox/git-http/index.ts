export { answerArchive } from "./archive.js"
export { answerGit, type GitSite } from "./endpoint.js"
