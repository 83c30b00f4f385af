export { arbitrarySchema, keywords } from "./arbitrary-schema.js"
export { arbitraryValue } from "./arbitrary-value.js"
