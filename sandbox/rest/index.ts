export { answerRest } from "./endpoint.js"
export { routes } from "./routes/index.js"
