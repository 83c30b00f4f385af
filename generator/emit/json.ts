/** Prints JSON with filled lines. */
import { type Doc, filled, group, hardline, indent, join, line, print, softline } from "./layout.js"

/** Prints a JSON value in filled lines; each member of a map called `properties` begins a new line. */
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
  if (key === "properties") {
    return ["{", indent([hardline, join([",", hardline], members)]), hardline, "}"]
  }
  return group(["{", indent([line, filled(members)]), line, "}"])
}

function listDoc(items: readonly unknown[]): Doc {
  if (items.length === 0) return "[]"
  const areWords = items.every((item) => typeof item !== "object" || item === null)
  const docs = items.map((item) => valueDoc(item))
  const parts = areWords ? filled(docs) : join([",", line], docs)
  return group(["[", indent([softline, parts]), softline, "]"])
}
