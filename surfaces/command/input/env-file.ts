import { UsageError } from "../output/index.js"

const gap = String.raw`[^\S\n]`
const nothing = String.raw`${gap}*(?:#[^\n]*)?(?:\n|$)`
const double = String.raw`"(?<double>(?:[^"\\]|\\[\s\S])*)"`
// A backslash before a quote is no escape, but the quote ends the value only where nothing follows.
const single = String.raw`'(?<single>(?:[^']|(?<=\\)')*?)'`
// `#` starts a comment only behind white space.
const bare = String.raw`(?<bare>(?!${gap}*["'])${gap}*[^\n]*?)${gap}*(?:(?<=${gap})#[^\n]*)?(?:\n|$)`
const start = String.raw`${gap}*(?:export${gap}+)?(?<name>[A-Za-z_]\w*)${gap}*[=:]`
const STATEMENT = new RegExp(
  `${nothing}|${start}(?:${gap}*(?:${double}|${single})${nothing}|${bare})`,
  "y",
)
const inBare = /\\(\$)|\$(?:\{([A-Z0-9_]+)\}|([A-Z0-9_]+))/g
const inDouble = /\\([\s\S])|\$(?:\{([A-Z0-9_]+)\}|([A-Z0-9_]+))/g

/**
 * The names and values of a file in dotenv format, as gh reads it.
 *
 * @param source - names the file in errors, which show no values
 */
export function valuesInEnvFile(text: string, source: string): ReadonlyMap<string, string> {
  const all = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")
  const values = new Map<string, string>()
  const expanded = (value: string, escapes: RegExp) =>
    value.replaceAll(escapes, (_, escaped, name, other) => {
      if (escaped === undefined) return values.get(name ?? other) ?? ""
      return escaped === "n" ? "\n" : escaped === "r" ? "\r" : escaped
    })
  for (let at = 0; at < all.length; at = STATEMENT.lastIndex) {
    STATEMENT.lastIndex = at
    const groups = STATEMENT.exec(all)?.groups
    if (groups === undefined) {
      throw new UsageError(
        `${source}, line ${all.slice(0, at).split("\n").length}: expected NAME=value`,
        "A name has letters, digits and _; behind a value in quotes only a comment may follow",
      )
    }
    const { name, double, single, bare = "" } = groups
    if (name === undefined) continue
    const value = double === undefined ? expanded(bare.trim(), inBare) : expanded(double, inDouble)
    values.set(name, single ?? value)
  }
  return values
}
