import { hash as oneShot } from "node:crypto"
import { isDeepStrictEqual } from "node:util"

export * from "./encode.js"

/** `issue.labels.add` → `IssueLabelsAdd`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")
}

/** `created_at` → `createdAt`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

/** `pullRequestId` → `pull_request_id`, `commitOID` → `commit_oid`, `body-file` → `body_file`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase()
}

/** The inverse of `pascalCase` for type names: `IssueSummary` → `issue_summary`. */
export function snakeCaseOf(type: string): string {
  return type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "")
}

/** Order by UTF-16 code units: the same on every machine, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A string's SHA-256, in hexadecimal. */
export type Hash = (text: string) => string

export const hash: Hash = (text) => oneShot("sha256", text)

/** Strings of this length are pinned API descriptions, which several stages hash. */
const LONG = 100_000

/** A hash function that remembers the hashes of long strings. */
export function memoizedHash(): Hash {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length < LONG) return hash(text)
    const found = known.get(text) ?? hash(text)
    known.set(text, found)
    return found
  }
}

/** Memoizes a function by its argument's identity, as long as the argument exists. */
export function memoize<In extends object, Out>(make: (of: In) => Out): (of: In) => Out {
  const made = new WeakMap<In, Out>()
  return (of) => {
    const before = made.get(of)
    if (before !== undefined) return before
    const now = make(of)
    made.set(of, now)
    return now
  }
}

/** Memoizes the last result of a function, as long as the arguments are equal. What they contain may not be changed. */
export function memoizeLast<In extends unknown[], Out>(
  make: (...of: In) => Out,
): (...of: In) => Out {
  let latest: { readonly of: In; readonly made: Out } | undefined
  return (...of) => {
    // Most parts are the same objects as before, which takes no time to see.
    if (latest === undefined || !isDeepStrictEqual(latest.of, of))
      latest = { of, made: make(...of) }
    return latest.made
  }
}
