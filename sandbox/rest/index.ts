export { answerRest } from "./endpoint.js"
export { absentRoutes } from "./routes/absent.js"
export { routes } from "./routes/index.js"
