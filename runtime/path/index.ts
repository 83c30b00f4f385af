/**
 * Functions for compiled path expressions, for operations that plain TypeScript lacks. Their semantics are
 * JMESPath's, except that absent and null are distinct.
 */

export { bytesOf } from "./bytes.js"
export { headersOf } from "./headers.js"
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
export {
  contains,
  emptyPage,
  fromItems,
  given,
  having,
  largest,
  listOf,
  member,
  orNull,
  pipe,
  present,
  slice,
  smallest,
  sortBy,
} from "./values.js"
