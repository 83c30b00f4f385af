export { answerGit, type GitSite } from "./endpoint.js"
