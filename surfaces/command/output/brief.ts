/** Values as text for a model: lists of objects are tables, which take fewer tokens than JSON. */

const mostColumns = 100

type Plain = Readonly<Record<string, unknown>>

/** Text as it is, a list of objects as tab-separated values with a header, other values as JSON. */
export function brief(value: unknown): string {
  if (value === undefined || value === null) return ""
  if (typeof value === "string") return value
  if (Array.isArray(value)) return listed(value)
  if (!isObject(value) || !Object.values(value).some(isTable)) return JSON.stringify(value)
  return Object.entries(value)
    .map(
      ([name, one]) =>
        `${name}:${isTable(one) ? "\n" : " "}${isTable(one) ? table(one) : cell(one)}`,
    )
    .join("\n")
}

function listed(items: readonly unknown[]): string {
  if (isTable(items)) return table(items)
  const isLine = (one: unknown) => typeof one === "string" && !/[\r\n]/.test(one)
  if (items.length > 0 && items.every(isTable)) return items.map(brief).join("\n\n")
  return items.length > 0 && items.every(isLine) ? items.join("\n") : JSON.stringify(items)
}

const isTable = (value: unknown): value is readonly Plain[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

function isObject(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function table(items: readonly Plain[]): string {
  const rows = items.map((item) => new Map(cellsOf(item)))
  const names = new Set(rows.flatMap((row) => [...row.keys()]))
  // A table of rows without common members has a cell for each pair.
  if (names.size > mostColumns) return JSON.stringify(items)
  const columns = [...names].filter((name) => rows.some((row) => row.get(name)))
  const lines = rows.map((row) =>
    columns
      .map((name) => row.get(name) ?? "")
      .join("\t")
      .trimEnd(),
  )
  return [columns.join("\t"), ...lines].join("\n")
}

/** The members of an object; those of nested objects have a path as their name. */
function cellsOf(item: Plain, path = ""): (readonly [name: string, cell: string])[] {
  return Object.entries(item).flatMap(([name, value]) =>
    isObject(value)
      ? cellsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, cell(value)] as const],
  )
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "string")
    return value.replaceAll(/[\t\r\n\\]/g, (one) => escapes[one] ?? one)
  if (Array.isArray(value)) return value.length === 0 ? "" : cellOfList(value)
  return JSON.stringify(value)
}

const escapes: Plain & Readonly<Record<string, string>> = {
  "\t": "\\t",
  "\r": "\\r",
  "\n": "\\n",
  "\\": "\\\\",
}

/** The value of an object with one member, at any depth. */
function onlyValue(value: unknown): unknown {
  const own = isObject(value) ? Object.values(value) : []
  return own.length === 1 ? onlyValue(own[0]) : value
}

/** `bug,p1`, also for objects with one member. */
function cellOfList(items: readonly unknown[]): string {
  const values = items.map(onlyValue)
  const isPlain = values.every((one) => typeof one !== "object" && !/[,\t\r\n\\]/.test(String(one)))
  return isPlain ? values.join(",") : JSON.stringify(items)
}
