/** JSON as text, laid out. */
import { type Doc, fill, group, hardline, indent, join, line, print, softline } from "./layout.js"

/**
 * Prints a JSON value with short values on one line; members of a map called `properties` have lines of
 * their own.
 */
export function printJson(value: object): string {
  return print(valueDoc(value))
}

function valueDoc(value: unknown, key = ""): Doc {
  if (Array.isArray(value)) return listDoc(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [[`${JSON.stringify(name)}: `, valueDoc(one, name)]],
  )
  if (members.length === 0) return "{}"
  const separator = key === "properties" ? hardline : line
  return group(["{", indent([separator, join([",", separator], members)]), separator, "}"])
}

function listDoc(items: readonly unknown[]): Doc {
  if (items.length === 0) return "[]"
  const areWords = items.every((item) => typeof item !== "object" || item === null)
  const parts = join(
    [",", line],
    items.map((item) => valueDoc(item)),
  )
  return group(["[", indent([softline, areWords ? fill(parts) : parts]), softline, "]"])
}
