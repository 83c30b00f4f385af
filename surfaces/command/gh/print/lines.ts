/** Output of a command for a pipe, in which gh prints lines. */

export type Item = Readonly<Record<string, unknown>>

/** A field, or a function of an item. */
export type Column = string | ((item: Item) => unknown)

/** A field, the columns of a line, or a function that returns the text. Without columns, nothing is printed. */
export type Printed = string | readonly Column[] | ((data: Item, place: string) => string)

/** A column in lower case. */
export const lower =
  (name: string): Column =>
  (item) =>
    String(item[name] ?? "").toLowerCase()

/**
 * A line for each item, with tabs between columns.
 *
 * @param place - the repository of the items, `octocat/hello-world`
 */
export function linesOf(printed: Printed, data: unknown, place = ""): string {
  if (typeof printed === "function") return printed(Object(data), place)
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

export function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellOf).join(", ")
  return String(value ?? "").replaceAll(/\s+/g, " ")
}
