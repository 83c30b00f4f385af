/**
 * What compiled path expressions call where plain TypeScript is not enough. The meaning is
 * JMESPath's; absent stands beside null and is kept apart from it.
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
