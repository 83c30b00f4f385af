import { propertyName, stringLiteral } from "../text/index.js"

/** Lays out generated text: a group is printed on one line if it fits, and broken otherwise. */

/** Text with the places where its lines may break. */
export type Doc = string | readonly Doc[] | Part

/** Each part computes its width on one line when it is created. A part with a hard line break never fits. */
type Part = { readonly width: number } & (
  | { readonly kind: "line"; readonly flat: string; readonly isLiteral: boolean }
  | { readonly kind: "group" | "indent"; readonly contents: Doc }
  /** Contents and separators, alternating. */
  | { readonly kind: "fill"; readonly parts: readonly Doc[] }
  | { readonly kind: "choice"; readonly broken: Doc; readonly flat: Doc }
  | { readonly kind: "import"; readonly needed: NeededImport }
)

const WIDTH = 100

/** The columns that a tab takes; `.editorconfig` says the same. */
const TAB = 2

interface NeededImport {
  readonly name: string
  /** Path of the module in the project; by default the module with the functions of path expressions. */
  readonly path?: string
  readonly types?: boolean
}

const ON_NO_LINE = Number.POSITIVE_INFINITY

/** An unconditional line break. */
export const hardline: Doc = { kind: "line", flat: "", isLiteral: false, width: ON_NO_LINE }

/** A line break inside text that must stay unchanged: the next line is not indented. */
export const literalline: Doc = { kind: "line", flat: "", isLiteral: true, width: ON_NO_LINE }

/** A line break, or a space if its group is on one line. */
export const line: Doc = { kind: "line", flat: " ", isLiteral: false, width: 1 }

/** A line break, or nothing if its group is on one line. */
export const softline: Doc = { kind: "line", flat: "", isLiteral: false, width: 0 }

/** Contents on one line if they fit, otherwise broken at each of their own lines. */
export function group(contents: Doc): Doc {
  return { kind: "group", contents, width: widthOf(contents) }
}

/** A group of contents in brackets; `last` ends the contents if they are broken. */
export const bracketed = (open: Doc, contents: Doc, close: Doc, last: Doc = ""): Doc =>
  group([open, indent([softline, contents]), ifBreak(last), softline, close])

/** The same, with spaces between the brackets and the contents. */
export const spaced = (open: Doc, contents: Doc, close: Doc, last: Doc = ""): Doc =>
  group([open, indent([line, contents]), ifBreak(last), line, close])

export function indent(contents: Doc): Doc {
  return { kind: "indent", contents, width: widthOf(contents) }
}

/** Contents and separators, alternating. Each line gets as many as fit. */
export function fill(parts: readonly Doc[]): Doc {
  return { kind: "fill", parts, width: widthOf(parts) }
}

/** Documents separated by commas. Each line gets as many as fit. */
export function filled(docs: readonly Doc[], last: Doc = ""): Doc {
  const parts = docs.map((doc, at) => [doc, at === docs.length - 1 ? last : ","])
  return fill(join(line, parts))
}

export function ifBreak(broken: Doc, flat: Doc = ""): Doc {
  const width = widthOf(broken) === ON_NO_LINE ? ON_NO_LINE : widthOf(flat)
  return { kind: "choice", broken, flat, width }
}

/** A name that is imported into the module that uses it. */
export function importedName(needed: NeededImport): Doc {
  return { kind: "import", needed, width: charactersIn(needed.name) }
}

export function join(separator: Doc, docs: readonly Doc[]): Doc[] {
  const joined: Doc[] = []
  for (const doc of docs) {
    if (joined.length > 0) joined.push(separator)
    joined.push(doc)
  }
  return joined
}

export function lines(docs: readonly Doc[]): Doc {
  return join(hardline, docs)
}

/** Members in braces, one per line. */
export function braces(members: readonly Doc[]): Doc {
  return ["{", indent([hardline, lines(members)]), hardline, "}"]
}

function widthOf(doc: Doc): number {
  if (typeof doc === "string") return charactersIn(doc)
  if (!isList(doc)) return doc.width
  let width = 0
  for (const one of doc) width += widthOf(one)
  return width
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc)
}

/** The number of characters in a string. Few have characters of two units. */
function charactersIn(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length
}

export function print(doc: Doc): string {
  return printed(doc).text
}

/** A document to print with line breaks, except for groups and fills in it that fit. */
interface Broken {
  readonly doc: Doc
  readonly indentation: number
  /** Number of parts printed so far, for a list or a fill. */
  done: number
}

/** Prints a document, and returns the imports that it needs. */
export function printed(doc: Doc): { text: string; needed: NeededImport[] } {
  let text = ""
  let room = WIDTH
  const needed = new Map<string, NeededImport>()
  const following: Broken[] = []
  const follow = (doc: Doc, indentation: number, done = 0) =>
    following.push({ doc, indentation, done })
  const write = (doc: Doc): void => {
    if (typeof doc === "string") text += doc
    else if (isList(doc)) for (const one of doc) write(one)
    else if (doc.kind === "line") text += doc.flat
    else if (doc.kind === "fill") for (const one of doc.parts) write(one)
    else if (doc.kind === "choice") write(doc.flat)
    else if (doc.kind === "import") {
      const { name, path, types } = doc.needed
      needed.set(`${name} ${path} ${types}`, doc.needed)
      text += name
    } else write(doc.contents)
  }
  const writeFlat = (doc: Doc, width = widthOf(doc)) => {
    write(doc)
    room -= width
  }
  const writeBroken = (doc: Doc, indentation: number, done: number): void => {
    if (typeof doc === "string") writeFlat(doc)
    else if (isList(doc)) follow(doc, indentation)
    else if (doc.kind === "line") {
      const depth = doc.isLiteral ? 0 : indentation
      text += `\n${"\t".repeat(depth)}`
      room = WIDTH - TAB * depth
    } else if (doc.kind === "group") {
      if (hasRoom(room - doc.width, following)) writeFlat(doc.contents, doc.width)
      else follow(doc.contents, indentation)
    } else if (doc.kind === "fill") {
      const { [done]: content = "", [done + 1]: between = "", [done + 2]: second } = doc.parts
      const width = widthOf(content)
      const fits = width <= room
      const isTogether =
        fits && second !== undefined && width + widthOf(between) + widthOf(second) <= room
      if (second !== undefined) follow(doc, indentation, done + 2)
      if (!isTogether && second !== undefined) follow(between, indentation)
      if (fits) writeFlat(content, width)
      else follow(content, indentation)
      if (isTogether) writeFlat(between)
    } else if (doc.kind === "choice") follow(doc.broken, indentation)
    else if (doc.kind === "indent") follow(doc.contents, indentation + 1)
    else writeFlat(doc)
  }
  follow(doc, 0)
  for (let next = following.at(-1); next !== undefined; next = following.at(-1)) {
    const { doc, indentation, done } = next
    next.done += 1
    if (!isList(doc) || next.done >= doc.length) following.pop()
    if (isList(doc)) writeBroken(doc[done] ?? "", indentation, 0)
    else writeBroken(doc, indentation, done)
  }
  // The look-behind makes the pattern try each run of blanks only once: most blanks are indentation.
  const trimmed = text.replace(/(?<![ \t])[ \t]+$/gm, "").replace(/\n+$/, "")
  return { text: `${trimmed}\n`, needed: [...needed.values()] }
}

/** Whether what follows also fits, up to its next possible line break. */
function hasRoom(room: number, following: readonly Broken[]): boolean {
  let left = room
  for (let at = following.length - 1; at >= 0 && left >= 0 && left < ENDED; at -= 1) {
    const { doc = "", done = 0 } = following[at] ?? {}
    left = roomAfter(doc, left, done)
  }
  return left >= 0
}

/** The room after a line break. */
const ENDED = Number.POSITIVE_INFINITY

/** The room left on the last line of a document that is broken wherever possible. */
function roomAfter(doc: Doc, room: number, done = 0): number {
  if (typeof doc === "string") return room - charactersIn(doc)
  if (isList(doc)) {
    let left = room
    for (let at = done; at < doc.length && left >= 0 && left < ENDED; at += 1)
      left = roomAfter(doc[at] ?? "", left)
    return left
  }
  if (doc.kind === "line") return ENDED
  if (doc.kind === "import") return room - doc.width
  if (doc.kind === "fill") return roomAfter(doc.parts, room, done)
  return roomAfter(doc.kind === "choice" ? doc.broken : doc.contents, room)
}

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
  return spaced("{", filled(members), "}", ",")
}

/** An object literal: on one line if it fits, else one member per line. */
export function objectDoc(members: readonly Doc[]): Doc {
  if (members.length === 0) return "{}"
  return spaced("{", separated(members), "}", ",")
}

/** Words fill lines; longer contents get a line each. */
function inner(docs: readonly Doc[], areWords: boolean): Doc {
  return areWords ? filled(docs) : separated(docs)
}

export function listDoc(items: readonly Doc[], areWords: boolean): Doc {
  if (items.length === 0) return "[]"
  return bracketed("[", inner(items, areWords), "]", ",")
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
  return spaced("{", filled(members), "}")
}

function jsonList(items: readonly unknown[]): Doc {
  if (items.length === 0) return "[]"
  const areWords = items.every((item) => typeof item !== "object" || item === null)
  const docs = items.map((item) => valueDoc(item))
  const parts = areWords ? filled(docs) : join([",", line], docs)
  return bracketed("[", parts, "]")
}
