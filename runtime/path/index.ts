/**
 * Functions for compiled path expressions, where plain TypeScript is not enough. Semantics are JMESPath's;
 * absent is kept apart from null.
 */

export { bytesOf } from "./bytes.js"
export { headersOf } from "./headers.js"
export {
  contains,
  emptyPage,
  fromItems,
  having,
  largest,
  listOf,
  present,
  slice,
  smallest,
  sortBy,
} from "./lists.js"
export { loadSealer, seal } from "./seal.js"
export {
  base64,
  characters,
  fromBase64,
  lowerCase,
  tail,
  toNumber,
  toText,
  upperCase,
} from "./texts.js"
export { both, either, equal, falsy, truthy } from "./truth.js"
export { given, member, orNull, pipe } from "./values.js"
