export * from "./connection.js"
export * from "./context.js"
export * from "./cost.js"
export * from "./errors.js"
