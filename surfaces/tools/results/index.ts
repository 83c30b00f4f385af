/** Results as models read them: without what is empty or redundant, bounded, and with the names that exist. */
export * from "./answer.js"
export { cut, shortened, shortenedText } from "./shortened.js"
export { trimmed, withoutEmpty } from "./trimmed.js"
export type { Ask } from "./unknown.js"
export { unknownName } from "./unknown-name.js"
