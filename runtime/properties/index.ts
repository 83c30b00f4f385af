export * from "./fields.js"
export * from "./requirements.js"
export { typeText } from "./type-text.js"
