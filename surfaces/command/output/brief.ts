/** Values as text for a model: lists of objects are tables, which take fewer tokens than JSON. */
import { jsonOf } from "./printer.js"

const mostColumns = 100

/** Of a longer object each member is a part, so that a cut leaves the beginning of each. */
const mostInLine = 2000

type Plain = Readonly<Record<string, unknown>>

/** Text as it is, a list of objects as tab-separated values with a header, other values as JSON. */
export const brief = (value: unknown): string => briefParts(value).join("\n")

/** The members of an object with tables, each as text; of another value one text. */
export function briefParts(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [""]
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return [listed(value)]
  if (!isObject(value)) return [json(value)]
  if (hasTable(value)) return parts(value)
  const text = json(value)
  return text.length > mostInLine ? parts(value) : [text]
}

function listed(items: readonly unknown[]): string {
  if (isTable(items)) return table(items)
  const isLine = (one: unknown) => typeof one === "string" && !/[\r\n]/.test(one)
  if (items.length > 0 && items.every(isTable)) return items.map(brief).join("\n\n")
  return items.length > 0 && items.every(isLine) ? items.join("\n") : json(items)
}

const isTable = (value: unknown): value is readonly Plain[] =>
  isListOfObjects(value) && value.length > 0

const hasTable = (value: unknown): boolean =>
  isTable(value) || (isObject(value) && Object.values(value).some(hasTable))

function isObject(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A line for each member, or its table; members of nested objects with tables have a path as their name. */
function parts(value: Plain, path = ""): readonly string[] {
  return Object.entries(value).flatMap(([name, one]) => {
    const own = `${path}${cell(name)}`
    if (isTable(one)) return [`${own}:\n${table(one)}`]
    return isObject(one) && hasTable(one) ? parts(one, `${own}.`) : [`${own}: ${cell(one)}`]
  })
}

function table(items: readonly Plain[]): string {
  const members = items.map((item) => membersOf(item))
  const rows = members.map((own) => new Map(own))
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  // A table of rows without common members has a cell for each pair. A name may be the path of another member.
  const isClear = rows.every(({ size }, at) => size === members[at]?.length)
  if (names.length > mostColumns || !isClear) return json(items)
  const columns = names
    .map((name) =>
      columnOf(
        name,
        rows.map((row) => row.get(name)),
      ),
    )
    .filter(({ cells }) => cells.some((one) => one !== ""))
  const shown = items.map((_, at) =>
    columns
      .map(({ cells }) => cells[at])
      .join("\t")
      .trimEnd(),
  )
  return [columns.map(({ head }) => head).join("\t"), ...shown].join("\n")
}

/** Of lists of objects the head names the members once: `checks[name,conclusion]`, `lint,SUCCESS;test,FAILURE`. */
function columnOf(name: string, values: readonly unknown[]) {
  const plain = { head: cell(name), cells: values.map(cell) }
  const lists = values.map((value) => value ?? [])
  if (!lists.every(isListOfObjects)) return plain
  const rows = lists.map((list) => list.map((one) => new Map(membersOf(one))))
  const members = [...new Set(rows.flat().flatMap((row) => [...row.keys()]))]
  if (members.length < 2) return plain
  const shown = (row: ReadonlyMap<string, unknown>) =>
    members.map((member) => innerCell(row.get(member))).join(",")
  return {
    head: `${plain.head}[${members.map(innerCell).join(",")}]`,
    cells: rows.map((list) => joined(list.map(shown), ";")),
  }
}

const isListOfObjects = (value: unknown): value is readonly Plain[] =>
  Array.isArray(value) && value.every(isObject)

/** The members of an object; those of nested objects have a path as their name. */
function membersOf(item: Plain, path = ""): (readonly [name: string, value: unknown])[] {
  return Object.entries(item).flatMap(([name, value]) =>
    isObject(value) ? membersOf(value, `${path}${name}.`) : [[`${path}${name}`, value] as const],
  )
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "string")
    return value.replaceAll(/[\t\r\n\\]/g, (one) => escapes[one] ?? one)
  if (Array.isArray(value)) return value.length === 0 ? "" : cellOfList(value)
  return json(value)
}

const escapes: Plain & Readonly<Record<string, string>> = {
  "\t": "\\t",
  "\r": "\\r",
  "\n": "\\n",
  "\\": "\\\\",
}

function innerCell(value: unknown): string {
  const text = typeof value === "string" ? value : jsonOf(value ?? "")
  return text === '""' ? "" : /[,;×\t\r\n"\\]/.test(text) ? jsonOf(text) : text
}

/** The value of an object with one member, at any depth. */
function onlyValue(value: unknown): unknown {
  const own = isObject(value) ? Object.values(value) : []
  return own.length === 1 ? onlyValue(own[0]) : value
}

/** `bug,p1`, also for objects with one member. */
function cellOfList(items: readonly unknown[]): string {
  const values = items.map(onlyValue)
  const isPlain = values.every(
    (one) => typeof one !== "object" && !/[,×\t\r\n\\]/.test(String(one)),
  )
  return isPlain ? joined(values.map(String), ",") : json(items)
}

/** JSON, except that an item of a list that repeats has its number. */
function json(value: unknown): string {
  if (Array.isArray(value)) return `[${joined(value.map(json), ",")}]`
  if (!isObject(value)) return jsonOf(value)
  const members = Object.entries(value).map(([name, one]) => `${jsonOf(name)}:${json(one)}`)
  return `{${members.join(",")}}`
}

/** Joins values; of the same one three times or more in a row, their number: `FAILURE,SUCCESS×3`. */
function joined(values: readonly string[], by: string): string {
  const runs: { readonly value: string; times: number }[] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last?.value === value) last.times += 1
    else runs.push({ value, times: 1 })
  }
  return runs
    .flatMap(({ value, times }) =>
      times < 3 || value === "" ? Array(times).fill(value) : `${value}×${times}`,
    )
    .join(by)
}
