/** Converts the text of an option to the contract's type. */
import type { JsonSchema } from "../../../runtime/index.js"
import { valueFor } from "../input/index.js"
import { UsageError } from "../output/index.js"

/** A value, or the items of a list: `bug,urgent`. */
export function typed(option: string, texts: readonly string[], schema: JsonSchema): unknown {
  if (schema.type !== "array") return one(option, texts.at(-1) ?? "", schema)
  const { items = {} } = schema
  const object = [items, ...(items.anyOf ?? [])].find(({ type }) => type === "object")
  if (object) return texts.flatMap((text) => listOf(option, text, object))
  const all = itemsIn(texts).map((item) => item.trim())
  if (items.enum && all.some((item) => item.toLowerCase() === "all")) return items.enum
  const others = items.enum ? ["all"] : []
  return all.filter((item) => item !== "").map((item) => one(option, item, items, others))
}

/** Items given one by one or separated by commas. */
export const itemsIn = (texts: unknown = []): string[] =>
  [texts].flat().flatMap((text) => csvItems(String(text)).filter(Boolean))

/** gh reads such a flag as a line of CSV: `"a, b",c` are two names. */
const csvItems = (text: string): string[] =>
  [...`,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g)].map(
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  )

function one(
  option: string,
  text: string,
  schema: JsonSchema,
  others: readonly string[] = [],
): unknown {
  const value = valueFor(option, text, schema)
  const { enum: values } = schema
  if (!values || typeof value !== "string") return value
  const same = values.find((each) => plain(String(each)) === plain(value))
  if (same !== undefined) return same
  const own = values.map((each) => String(each).toLowerCase().replaceAll("_", "-"))
  const names = [...others, ...own]
  throw new UsageError(`--${option} is one of ${names.join(", ")}, not ${JSON.stringify(text)}`)
}

/** `not planned`, `not-planned` and `NOT_PLANNED` are the same. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, "")

function listOf(option: string, text: string, { required = [] }: JsonSchema): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    const members = required.map((name) => `"${name}":…`).join(",")
    throw new UsageError(`--${option} takes JSON: {${members}}, or a list of them`)
  }
}

/** `path:line=text`: comments on lines of a diff. */
export function lineComments(option: string, texts: readonly string[]): unknown[] {
  return texts.map((text) => {
    const [, path, line, body] = /^(.+?):(\d+)=(.+)$/s.exec(text) ?? []
    if (path === undefined) {
      throw new UsageError(`--${option} takes path:line=text, not ${JSON.stringify(text)}`)
    }
    return { path, line: Number(line), body }
  })
}

/** `name=value`, of which there can be several. */
export function pairs(option: string, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
      if (name === undefined || value === undefined) {
        throw new UsageError(`--${option} takes name=value, not ${JSON.stringify(text)}`)
      }
      return [name, value]
    }),
  )
}
