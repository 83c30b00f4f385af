import { createHash, hash as oneShot } from "node:crypto"
import { isDeepStrictEqual } from "node:util"

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

/** The same of a long string, without a copy of the whole. */
function hashInParts(text: string): string {
  const hasher = createHash("sha256")
  for (let start = 0, end = 0; start < text.length; start = end) {
    // No part ends within a pair of surrogates.
    end = start + LONG + Number(/[\ud800-\udbff]/.test(text.charAt(start + LONG - 1)))
    hasher.update(text.slice(start, end))
  }
  return hasher.digest("hex")
}

/** A hash function that remembers the hashes of long strings. */
export function memoizedHash(): Hash {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length < LONG) return hash(text)
    const found = known.get(text) ?? hashInParts(text)
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

/** Encoders: the only way for text from a card, a document or a schema into generated code. */

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

// Reserved words, and names that generated code uses.
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof undefined var void while " +
    "with yield Array Object Promise Record String Number Boolean"
  ).split(" "),
)

/** A string literal in double quotes. */
export function stringLiteral(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029\u007f-\u009f]/g, escapeUnit)
}

/** A template literal without substitutions, line breaks kept. */
export function templateLiteral(text: string): string {
  const escaped = text.replace(/[\\`]|\$(?=\{)/g, "\\$&")
  return `\`${escaped.replace(/[\r\u2028\u2029]/g, escapeUnit)}\``
}

export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
}

/**
 * A valid variable name. Throws for a string that is not an identifier: callers pass only derived names.
 */
export function identifier(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`not an identifier: ${JSON.stringify(name)}`)
  return RESERVED.has(name) ? `${name}_` : name
}

/**
 * A key of an object literal or an interface. `__proto__` becomes a computed key, because a plain one would set the
 * prototype.
 */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]'
  return IDENTIFIER.test(name) ? name : stringLiteral(name)
}

/** `.name` or `["na me"]`. */
export function propertyAccess(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${stringLiteral(name)}]`
}

/** The lines of a doc comment. The text cannot end the comment or a line. */
export function docComment(lines: readonly string[]): string {
  const safe = lines.map((line) =>
    line.replace(/\*\//g, "*\\/").replace(/[\u2028\u2029\r\n]+/g, " "),
  )
  const [first = ""] = safe
  if (safe.length === 1 && first.length <= 90) return `/** ${first} */`
  return ["/**", ...safe.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n")
}
