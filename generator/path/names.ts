import { identifier } from "../text/index.js"

/** Names with a meaning in every generated module. */
export function reservedNames(): ReadonlySet<string> {
  const module = [
    "input",
    "lookups",
    "data",
    "responses",
    "printed",
    "earlier",
    "call",
    "page",
    "pageInfo",
    "capability",
    "listCapability",
  ]
  return new Set([...module, ...helperNames])
}

/** A variable name that shadows nothing: `review_threads` → `reviewThreads`. */
export function variableName(hint: string, taken: ReadonlySet<string>): string {
  const word = hint.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase())
  const letters = word.replace(/\W/g, "")
  const base = identifier(/^[A-Za-z_]/.test(letters) ? letters : `value${letters}`)
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`
  return name
}

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
  missingPage: true,
  equal: true,
  falsy: true,
  fromItems: true,
  given: true,
  grouped: true,
  having: true,
  headersOf: true,
  ifWhole: true,
  latest: true,
  listOf: true,
  lowerCase: true,
  member: true,
  orNull: true,
  pipe: true,
  present: true,
  seal: true,
  slice: true,
  tail: true,
  toNumber: true,
  toText: true,
  truthy: true,
  untilLastError: true,
  upperCase: true,
}

/** Names that variables of generated code must not shadow. */
export const helperNames: readonly string[] = Object.keys(HELPERS)
