export { answerRest } from "./endpoint.js"
export { heldOperations } from "./generic/index.js"
export type { AppAccess, Deliveries, Delivery, View } from "./route/index.js"
export { absentRoutes, routes } from "./routes/index.js"
/** For the payloads of webhooks. */
export * from "./shapes/index.js"
