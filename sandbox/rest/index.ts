export { answerRest } from "./endpoint.js"
export { absentRoutes, routes } from "./routes/index.js"
