export * from "./audit.js"
export * from "./pull-request.js"
export * from "./report.js"
