/** Reads the mutations of a document with their inputs. The document is valid. */

/** Strings, comments, names, variables, numbers, and single characters. */
const token =
  /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|\.\.\.|[A-Za-z_]\w*|\$\w+|-?\d[\w.+-]*|[^\s,\ufeff]/g

/** A field with an argument `input`, as every mutation has. */
interface MutationCall {
  readonly name: string
  readonly input: unknown
}

/** @param variables - the values that are sent; defaults of the document apply to absent ones */
export function mutationsIn(document: string, variables: unknown): MutationCall[] {
  const tokens = (document.match(token) ?? []).filter((one) => !one.startsWith("#"))
  const values = { ...defaultsIn(tokens), ...definedIn(variables) }
  return tokens.flatMap((name, at) => {
    const isCall = /^\w/.test(name) && tokens[at + 1] === "("
    if (!isCall || tokens[at + 2] !== "input" || tokens[at + 3] !== ":") return []
    return [{ name, input: valueAt(tokens, at + 4, values).value }]
  })
}

type Values = Readonly<Record<string, unknown>>

function definedIn(variables: unknown): Values {
  const given = Object.entries(Object(variables)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

/** Only a definition has a colon after a variable. */
function defaultsIn(tokens: readonly string[]): Values {
  return Object.fromEntries(
    tokens.flatMap((name, at) => {
      if (!name.startsWith("$") || tokens[at + 1] !== ":") return []
      let next = at + 2
      while (/^[\w[\]!]/.test(tokens[next] ?? "")) next += 1
      return tokens[next] === "=" ? [[name.slice(1), valueAt(tokens, next + 1, {}).value]] : []
    }),
  )
}

interface Read {
  readonly value: unknown
  /** The position after the value. */
  readonly next: number
}

function valueAt(tokens: readonly string[], at: number, values: Values): Read {
  const first = tokens[at] ?? ""
  if (first === "[") return listAt(tokens, at + 1, values)
  if (first === "{") return objectAt(tokens, at + 1, values)
  return { value: scalarOf(first, values), next: at + 1 }
}

function listAt(tokens: readonly string[], start: number, values: Values): Read {
  const items: unknown[] = []
  let at = start
  while (at < tokens.length && tokens[at] !== "]") {
    const { value, next } = valueAt(tokens, at, values)
    items.push(value)
    at = next
  }
  return { value: items, next: at + 1 }
}

function objectAt(tokens: readonly string[], start: number, values: Values): Read {
  const members: [string, unknown][] = []
  let at = start
  while (at < tokens.length && tokens[at] !== "}") {
    const { value, next } = valueAt(tokens, at + 2, values)
    members.push([tokens[at] ?? "", value])
    at = next
  }
  return { value: Object.fromEntries(members), next: at + 1 }
}

function scalarOf(text: string, values: Values): unknown {
  if (text.startsWith("$")) return values[text.slice(1)]
  if (text.startsWith('"""')) return text.slice(3, -3).trim()
  // Names of enum values are strings in variables.
  return /^(?:"|-?\d|true$|false$|null$)/.test(text) ? JSON.parse(inJson(text)) : text
}

/** JSON has all escapes of GraphQL but `\u{1F600}`. */
function inJson(text: string): string {
  return text.replace(/\\(?:u\{([\da-fA-F]+)\}|.)/g, (written, point?: string) =>
    point === undefined
      ? written
      : JSON.stringify(String.fromCodePoint(Number.parseInt(point, 16))).slice(1, -1),
  )
}
