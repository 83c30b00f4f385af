/** Output of a command for a pipe, in which gh prints lines. */
import type { Form as OnScreen } from "../../screen/index.js"

export type Item = Readonly<Record<string, unknown>>

/** A field, or a function of an item. */
export type Column = string | ((item: Item) => unknown)

/** A field, the columns of a line, or a function that returns the text. Without columns, nothing is printed. */
export type Printed =
  | string
  | readonly Column[]
  | ((data: Item, place: string, form: Form) => string)

const plain = {
  ...{ paint: (_: unknown, text: string) => text, link: (text: string) => text },
  ...{ cross: "X", ago: () => "", table: undefined },
}

export type Form = Omit<OnScreen, "table"> & { readonly table?: OnScreen["table"] | undefined }

export const lower =
  (name: string): Column =>
  (item) =>
    String(item[name] ?? "").toLowerCase()

/**
 * A line for each item, with tabs between columns.
 *
 * @param place - the repository of the items, `octocat/hello-world`
 */
export function linesOf(printed: Printed, data: unknown, place = "", form: Form = plain): string {
  if (typeof printed === "function") return printed(Object(data), place, form)
  if (typeof printed === "string") {
    const text = String(Object(data)[printed] ?? "")
    return text === "" || text.endsWith("\n") ? text : `${text}\n`
  }
  if (printed.length === 0) return ""
  const { items = [data] } = Object(data)
  return items.map((item: Item) => `${lineOf(printed, item)}\n`).join("")
}

function lineOf(columns: readonly Column[], item: Item): string {
  const cells = columns.map((column) =>
    cellOf(typeof column === "string" ? item[column] : column(item)),
  )
  return cells.join("\t").trimEnd()
}

/** How long something took in Go's form, such as `1m30s`; it is `unknown` while it goes on. */
export function durationOf(from: unknown, to: unknown, unknown = "0s"): string {
  const seconds = Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 1000)
  if (!(seconds > 0)) return unknown
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const before = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : ""
  return `${before}${seconds % 60}s`
}

export function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellOf).join(", ")
  return String(value ?? "").replaceAll(/\s+/g, " ")
}

/**
 * The text of a command on a terminal: that of a pipe in colours, the address of something new, nothing after other
 * changes. Undefined for lists and objects, which have tables and views.
 */
export function textOf(printed: Printed | undefined, id: string, place: string) {
  const isNothing = Array.isArray(printed) && printed.length === 0
  const isAddress = Array.isArray(printed) && printed.length === 1 && printed[0] === "url"
  if (printed === undefined || (Array.isArray(printed) && !isNothing && !isAddress))
    return undefined
  return (data: unknown, form: OnScreen): string => {
    if (isNothing || isAddress) {
      const { url = "" } = Object(data)
      return isAddress || /\.(?:create|copy)$/.test(id) ? form.link(String(url), url) : ""
    }
    const lines = linesOf(printed, data, place, form)
    return printed === "diff" ? paintedDiff(lines, form) : lines
  }
}

const paintedDiff = (diff: string, { paint }: Form) =>
  diff.replaceAll(/^(?:diff|index|---|\+\+\+) .*|^@@.*|^[+-].*/gm, (line) => {
    if (/^(?:diff|index|---|\+\+\+) /.test(line)) return paint("bold", line)
    if (line.startsWith("@@")) return paint("cyan", line)
    return paint(line.startsWith("+") ? "green" : "red", line)
  })
