/** The functions of the runtime that compiled expressions may call. Renaming one there is a type error here. */
export type HelperName = Exclude<keyof typeof import("../../runtime/path/index.js"), "loadSealer">

const HELPERS: Readonly<Record<HelperName, true>> = {
  base64: true,
  both: true,
  bytesOf: true,
  characters: true,
  contains: true,
  either: true,
  emptyPage: true,
  equal: true,
  falsy: true,
  fromBase64: true,
  fromItems: true,
  given: true,
  having: true,
  headersOf: true,
  ifWhole: true,
  largest: true,
  latest: true,
  listOf: true,
  lowerCase: true,
  member: true,
  orNull: true,
  pipe: true,
  present: true,
  seal: true,
  slice: true,
  smallest: true,
  sortBy: true,
  tail: true,
  toNumber: true,
  toText: true,
  truthy: true,
  untilLastError: true,
  upperCase: true,
}

/** Names that variables of generated code must not shadow. */
export const helperNames: readonly string[] = Object.keys(HELPERS)
