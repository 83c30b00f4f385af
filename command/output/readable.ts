/** Results as a person reads them on a terminal: tables, and names with their values. */
import Table from "cli-table3"
import { type Output, paint } from "../terminal/index.js"

/** @param value - plain data */
export function readable(value: unknown, output: Output): string {
  if (!isObject(value)) return Array.isArray(value) ? rows(value, output) : wordsOf(value)
  const { items } = value
  if (Array.isArray(items) && "page_info" in value) return page(items, value, output)
  return members(value, "", output)
}

/** A page of a list, and how much more there is. */
function page(items: unknown[], { page_info, total_count }: Plain, output: Output): string {
  const { has_next_page, end_cursor } = Object(page_info)
  const counted = typeof total_count === "number" ? ` of ${total_count}` : ""
  const more = has_next_page ? `, continue with after=${end_cursor}` : ""
  return `${rows(items, output)}\n${paint("dim", `${items.length}${counted}${more}`, output)}`
}

/** A line for each, with as many columns as the terminal is wide. */
function rows(items: readonly unknown[], output: Output): string {
  if (items.length === 0) return "nothing"
  if (!items.every(isObject)) return items.map(wordsOf).join("\n")
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) =>
    items.every((item) => !isLong(item[name])),
  )
  const columns = names.map((name, at) => ({
    at,
    cells: [name, ...items.map((item) => short(item[name]))],
  }))
  const shown: typeof columns = []
  let room = output.columns || 80
  // What has no other name is known by its id.
  const others = names.some((name) => /^(?:number|name|title|login|path|tag_name)$/.test(name))
  for (const { at, cells } of others ? [...columns].sort(byUse) : columns) {
    const width = Math.max(...cells.map((cell) => cell.length)) + gap
    if (width > room + gap && shown.length > 0 && room < narrowest) break
    shown.push({ at, cells: cells.map((cell) => cut(cell, room)) })
    room -= width
  }
  shown.sort((one, other) => one.at - other.at)
  const [head = [], ...body] = (shown[0]?.cells ?? []).map((_, at) =>
    shown.map(({ cells }) => cells[at] ?? ""),
  )
  const table = new Table({
    head: head.map((name) => paint("bold", name, output)),
    chars: noLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": gap },
  })
  table.push(...body)
  return table.toString().replaceAll(/ +$/gm, "")
}

const gap = 2

/** A column that is cut to less than this says nothing. */
const narrowest = 20

interface Column {
  readonly cells: readonly string[]
}

/** What programs go on with comes last. */
function byUse(one: Column, other: Column): number {
  const isForPrograms = ({ cells: [name = ""] }: Column) =>
    Number(/(?:^|_)(?:id|sha|oid|url|at)$/.test(name))
  return isForPrograms(one) - isForPrograms(other)
}

const noLines = Object.fromEntries(
  ["top", "bottom", "left", "right"]
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat("mid", "mid-mid", "middle")
    .map((name) => [name, ""]),
)

/** Names and their values below each other; texts of several lines below their names. */
function members(value: Plain, indent: string, output: Output): string {
  const width = Math.max(0, ...Object.keys(value).map((name) => name.length)) + gap
  const lines = Object.entries(value).map(([name, one]) => {
    const title = indent + paint("bold", name, output)
    if (isObject(one) && Object.keys(one).length > 0) {
      return `${title}\n${members(one, `${indent}  `, output)}`
    }
    if (Array.isArray(one) && one.some(isObject)) {
      return `${title}\n${one.map((item) => `${indent}  ${short(item)}`).join("\n")}`
    }
    const words = wordsOf(one)
    if (words.includes("\n")) {
      return `${title}\n${words.trimEnd().replaceAll(/^/gm, `${indent}  `)}`
    }
    return `${title}${" ".repeat(width - name.length)}${words}`.trimEnd()
  })
  return lines.join("\n")
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value) && !value.some(isObject)) return value.map(wordsOf).join(", ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const longest = 60

/** In one line, and cut where it is long. */
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
