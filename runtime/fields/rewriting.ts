/** Loaded by the first call with `fields`, or of a client with `untrusted`. */
export { narrowDefinition } from "./narrow-definition.js"
export { withoutForeignTags, withoutTags } from "./show-text.js"
export { showUntrusted } from "./untrusted.js"
