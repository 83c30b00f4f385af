/** Prints results for reading on a terminal: tables, and names with their values. */
import Table from "cli-table3"
import { type Output, paint } from "../terminal/index.js"

/**
 * @param value - plain data
 * @param about - the subject, such as `["workflow", "run", "failure"]`: fields with these names come first
 */
export function readable(value: unknown, output: Output, about: readonly string[] = []): string {
  if (!isObject(value)) return Array.isArray(value) ? rows(value, output) : wordsOf(value)
  const { items } = value
  if (Array.isArray(items) && "page_info" in value) return page(items, value, output)
  return members(value, "", output, about)
}

/** A page of a list, and the number of further items. */
function page(items: unknown[], { page_info, total_count }: Plain, output: Output): string {
  const { has_next_page, end_cursor } = Object(page_info)
  const counted = typeof total_count === "number" ? ` of ${total_count}` : ""
  const more = has_next_page ? `, continue with after=${end_cursor}` : ""
  return `${rows(items, output)}\n${paint("dim", `${items.length}${counted}${more}`, output)}`
}

/** One row per item, with as many columns as fit. */
function rows(items: readonly unknown[], output: Output): string {
  if (items.length === 0) return "nothing"
  if (!items.every(isObject)) return items.map(wordsOf).join("\n")
  const all = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const names = all.filter(
    (name) =>
      items.every((item) => !isLong(item[name])) &&
      // A column that was requested alone is shown even if it is empty.
      (all.length === 1 || items.some((item) => !isEmpty(item[name]) && item[name] !== false)) &&
      !all.some((other) => repeats(items, name, other)),
  )
  const columns = names.map((name, at) => ({
    at,
    cells: [name, ...items.map((item) => short(item[name]))],
  }))
  const shown: typeof columns = []
  let room = output.columns || 80
  // Objects without another name are identified by their id.
  const others = names.some((name) => /^(?:number|name|title|login|tag_name)$/.test(name))
  for (const { at, cells } of others ? [...columns].sort(byUse) : columns) {
    const width = Math.max(...cells.map((cell) => cell.length)) + gap
    if (width > room + gap && shown.length > 0 && room < narrowest) break
    shown.push({ at, cells: cells.map((cell) => cut(cell, room)) })
    room -= width
  }
  shown.sort((one, other) => one.at - other.at)
  const [head = [], ...body] = (shown[0]?.cells ?? []).map((_, at) =>
    shown.map(({ cells }) => (at === 0 ? (cells[at] ?? "") : coloured(cells[at] ?? "", output))),
  )
  const table = new Table({
    head: head.map((name) => paint("bold", name, output)),
    chars: noLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": gap },
  })
  table.push(...body)
  return table.toString().replaceAll(/ +$/gm, "")
}

/** Whether a column repeats another one in every row, such as `original_line` and `line`. */
function repeats(items: readonly Plain[], name: string, other: string): boolean {
  return name.endsWith(`_${other}`) && items.every((item) => item[name] === item[other])
}

const gap = 2

/** A column cut to less than this would be useless. */
const narrowest = 20

interface Column {
  readonly cells: readonly string[]
}

/** Columns for programs come last. */
function byUse(one: Column, other: Column): number {
  const place = ({ cells: [name = ""] }: Column) => Number(isForPrograms(name))
  return place(one) - place(other)
}

const isForPrograms = (name: string) => /(?:^|_)(?:id|sha|oid|url|at)$/.test(name)

const noLines = Object.fromEntries(
  ["top", "bottom", "left", "right"]
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat("mid", "mid-mid", "middle")
    .map((name) => [name, ""]),
)

/**
 * Fields one per line: the subject, single-line values, fields for programs, then multi-line strings and lists. Empty
 * fields are omitted.
 */
function members(
  value: Plain,
  indent: string,
  output: Output,
  about: readonly string[] = [],
): string {
  const all = Object.entries(value).filter(([, one]) => !isEmpty(one))
  const inOrder = [...all].sort((one, other) => placeOf(one, about) - placeOf(other, about))
  const width = Math.max(0, ...all.map(([name]) => name.length)) + gap
  const lines = inOrder.map(([name, one]) => {
    const title = indent + paint("bold", name, output)
    const inner = `${indent}  `
    if (isObject(one) && (mainOf(one) === undefined || Object.keys(one).length > 3)) {
      return `${title}\n${members(one, inner, output)}`
    }
    if (Array.isArray(one) && one.some(isObject)) {
      if (one.every((item) => isObject(item) && !isTextual(item))) {
        return `${title}\n${rows(one, output).replaceAll(/^/gm, inner)}`
      }
      const blocks = one.map((item) =>
        isObject(item) ? members(item, inner, output) : inner + item,
      )
      return `${title}\n${blocks.join("\n\n")}`
    }
    const words = wordsOf(one)
    if (words.includes("\n")) return `${title}\n${words.trimEnd().replaceAll(/^/gm, inner)}`
    return `${title}${" ".repeat(width - name.length)}${coloured(words, output)}`
  })
  return lines.join("\n")
}

/** Whether an object has a long text, which a table would cut. */
function isTextual(item: Plain): boolean {
  return "body" in item || Object.values(item).some(isLong)
}

function placeOf([name, value]: [string, unknown], about: readonly string[]): number {
  if (about.some((word) => name === word || name === `${word}s`)) return 0
  const isBlock = isLong(value) || (Array.isArray(value) && value.some(isObject))
  if (isBlock) return 3
  return isForPrograms(name) ? 2 : 1
}

const colours: Readonly<Record<string, "green" | "red" | "magenta" | "yellow">> = {
  APPROVED: "green",
  CHANGES_REQUESTED: "red",
  CLOSED: "red",
  CONFLICTING: "red",
  FAILURE: "red",
  IN_PROGRESS: "yellow",
  MERGED: "magenta",
  OPEN: "green",
  PENDING: "yellow",
  QUEUED: "yellow",
  REVIEW_REQUIRED: "yellow",
  SUCCESS: "green",
}

/** A state in gh's colour. */
function coloured(words: string, output: Output): string {
  const colour = Object.hasOwn(colours, words) ? colours[words] : undefined
  return colour === undefined ? words : paint(colour, words, output)
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(wordsOf).join(", ")
  const main = isObject(value) ? mainOf(value) : undefined
  if (main !== undefined) return main
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** The name of an object, or its text. */
function mainOf(value: Plain): string | undefined {
  const main = ["title", "name", "login", "body"].map((name) => value[name])
  const words = main.find((one): one is string => typeof one === "string" && one !== "")
  return words !== undefined && value.number !== undefined ? `${words} (#${value.number})` : words
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === undefined || value === "" || isEmptyObject(value)
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0

const longest = 60

/** A string in one line, cut if it is long. */
function short(value: unknown): string {
  const line = wordsOf(value).replaceAll(/\s+/g, " ").trim()
  return cut(line, longest)
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

function isLong(value: unknown): boolean {
  return typeof value === "string" && value.includes("\n")
}

type Plain = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
