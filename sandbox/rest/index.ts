export { answerRest } from "./endpoint.js"
export type { AppAccess } from "./route/index.js"
export { absentRoutes, routes } from "./routes/index.js"
