/** Values as TypeScript and as JSON, laid out. */

import { propertyName, stringLiteral } from "../text/index.js"
import {
  type Doc,
  filled,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  print,
  softline,
} from "./layout.js"

/** A JSON value as TypeScript. */
export function literalDoc(value: unknown): Doc {
  if (typeof value === "string") return stringLiteral(value)
  if (Array.isArray(value)) {
    const isWords = value.every((item) => typeof item !== "object" || item === null)
    return listDoc(value.map(literalDoc), isWords)
  }
  if (typeof value !== "object" || value === null) return String(value)
  const members = Object.entries(value).map(([key, item]) => [
    propertyName(key),
    ": ",
    literalDoc(item),
  ])
  if (members.length === 0) return "{}"
  return group(["{", indent([line, filled(members)]), ifBreak(","), line, "}"])
}

/** An object literal: on one line if it fits, else one member per line. */
export function objectDoc(members: readonly Doc[]): Doc {
  if (members.length === 0) return "{}"
  return group(["{", indent([line, separated(members)]), ifBreak(","), line, "}"])
}

/** Words fill lines; longer contents get a line each. */
function inner(docs: readonly Doc[], areWords: boolean): Doc {
  return areWords ? filled(docs) : separated(docs)
}

export function listDoc(items: readonly Doc[], areWords: boolean): Doc {
  if (items.length === 0) return "[]"
  return group(["[", indent([softline, inner(items, areWords)]), ifBreak(","), softline, "]"])
}

export function separated(docs: readonly Doc[]): Doc {
  return join([",", line], [...docs])
}

/** Prints a JSON value in filled lines; each member of a map called `properties` begins a new line. */
export function printJson(value: object): string {
  return print(valueDoc(value))
}

function valueDoc(value: unknown, key = ""): Doc {
  if (Array.isArray(value)) return jsonList(value)
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

function jsonList(items: readonly unknown[]): Doc {
  if (items.length === 0) return "[]"
  const areWords = items.every((item) => typeof item !== "object" || item === null)
  const docs = items.map((item) => valueDoc(item))
  const parts = areWords ? filled(docs) : join([",", line], docs)
  return group(["[", indent([softline, parts]), softline, "]"])
}
