export { answerRest } from "./endpoint.js"
export { notModelled } from "./route/index.js"
export { absentRoutes, routes } from "./routes/index.js"
