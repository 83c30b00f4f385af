import { identifier } from "../text/index.js"
import { helperNames } from "./helper-names.js"

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
