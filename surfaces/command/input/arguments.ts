/** Parses arguments as an input: `title=Hello labels=bug labels=urgent body@=notes.md content@=app.zip`. */
import type { JsonSchema } from "../../../runtime/index.js"
import { parseJson, tried } from "../../../runtime/text/index.js"
import { UsageError } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"
import { readFrom } from "./read.js"

const pair = /^([A-Za-z_]\w*)(@?)=(.*)$/s

/** Whether a word is `key=value` rather than a selector. */
export function isPair(word: string): boolean {
  return pair.test(word)
}

/**
 * The input of some words, typed by the contract. Unknown inputs, and values of another type, stay strings:
 * validation reports them.
 */
export async function inputOf(
  words: readonly string[],
  { properties = {} }: JsonSchema,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  // Otherwise, an input of the name __proto__ would be ignored.
  const input: Record<string, unknown> = Object.create(null)
  for (const word of words) {
    const [, name = "", file, given = ""] = pair.exec(word) ?? []
    const schema = properties[name] ?? {}
    const text = file ? await readFrom(name, given, terminal, schema.contentEncoding) : given
    if (typesOf(schema).has("array")) {
      const before = input[name] ?? []
      input[name] = [...(Array.isArray(before) ? before : []), ...itemsOf(name, text, schema)]
    } else if (Object.hasOwn(input, name)) {
      throw new UsageError(`${name} is set twice, but takes one value`)
    } else input[name] = valueFor(name, text, schema)
  }
  return input
}

/** `["a","b"]` is a list; any other text is one item. */
function itemsOf(name: string, text: string, { items = {} }: JsonSchema): unknown[] {
  const list = text.startsWith("[") ? tried(() => parseJson(text), undefined) : undefined
  return Array.isArray(list) ? list : [valueFor(name, text, items)]
}

/** Converts a string to the contract's type, if possible. */
export function valueFor(name: string, text: string, schema: JsonSchema): unknown {
  const types = typesOf(schema)
  const value = tried(() => parseJson(text), undefined)
  if (typeof value === "number" && (types.has("integer") || types.has("number"))) return value
  if (typeof value === "boolean" && types.has("boolean")) return value
  if (!types.has("object") || types.has("string")) return text
  if (typeof value === "object") return value
  throw new UsageError(`${name} is an object: pass JSON, such as ${name}='{"a":1}'`)
}

function typesOf({ type = [], anyOf = [], oneOf = [] }: JsonSchema): ReadonlySet<string> {
  return new Set([type, ...[...anyOf, ...oneOf].map((one) => [...typesOf(one)])].flat())
}
