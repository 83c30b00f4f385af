/**
 * Functions for compiled path expressions, for operations that plain TypeScript lacks. Their semantics are
 * JMESPath's, except that absent and null are distinct.
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
