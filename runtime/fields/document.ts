/**
 * Parses documents into selections, and prints them. It only reads documents that the compiler has checked,
 * so it reports no errors.
 */

export type Selection = FieldSelection | Spread | Inline

/** `issues(first: $first) { nodes { id } }` */
export interface FieldSelection {
  readonly kind: "field"
  /** The name of the field in the answer. */
  readonly key: string
  /** The text before the selection's braces. */
  readonly head: string
  /** Offset of its start. */
  readonly start: number
  readonly hasAlias: boolean
  readonly selections?: readonly Selection[]
}

/** `...issue_summary` */
export interface Spread {
  readonly kind: "spread"
  readonly name: string
  /** `@include(if: $all)` */
  readonly directives: string
}

/** `... on Issue { id }` */
export interface Inline {
  readonly kind: "inline"
  readonly head: string
  readonly selections: readonly Selection[]
}

export interface Definition {
  /** `query IssueList`, without variables and directives; of a fragment `fragment issue on Issue`. */
  readonly head: string
  readonly name: string
  /** `$first: Int! = 30`, by name. */
  readonly variables: ReadonlyMap<string, string>
  readonly directives: string
  readonly selections: readonly Selection[]
}

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Strings, comments, names and punctuation. Commas are insignificant. */
const pattern = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|\.{3}|\$?\w+|[{}()[\]:@]/g

function tokensOf(text: string): Token[] {
  return [...text.matchAll(pattern)]
    .map(({ 0: token, index }) => ({ text: token, start: index, end: index + token.length }))
    .filter((token) => !token.text.startsWith("#"))
}

/** The names of variables in a text, with their offsets. */
export function variablesIn(text: string): { readonly name: string; readonly at: number }[] {
  return tokensOf(text).flatMap(({ text, start }) =>
    text.startsWith("$") ? [{ name: text.slice(1), at: start + 1 }] : [],
  )
}

/** The operation and the fragments of a document. */
export function definitionsIn(document: string): Definition[] {
  const tokens = tokensOf(document)
  let at = 0
  const seen = (offset = 0) => tokens[at + offset]?.text ?? ""
  const startHere = () => tokens[at]?.start ?? document.length
  const endBefore = () => tokens[at - 1]?.end ?? 0

  /** Skips to the end of the bracketed part that comes next. */
  const skipBrackets = () => {
    let depth = 0
    do {
      if (/^[([{]$/.test(seen())) depth += 1
      else if (/^[)\]}]$/.test(seen())) depth -= 1
      at += 1
    } while (depth > 0 && at < tokens.length)
  }
  const directives = () => {
    const start = startHere()
    while (seen() === "@") {
      at += 2
      if (seen() === "(") skipBrackets()
    }
    return document.slice(start, Math.max(start, endBefore()))
  }
  const selectionSet = (): Selection[] => {
    const all: Selection[] = []
    for (at += 1; seen() !== "}" && at < tokens.length; ) all.push(selection())
    at += 1
    return all
  }
  const selection = (): Selection => {
    const start = startHere()
    if (seen() === "...") {
      at += 1
      if (seen() !== "on" && seen() !== "@" && seen() !== "{") {
        const name = seen()
        at += 1
        return { kind: "spread", name, directives: directives() }
      }
      if (seen() === "on") at += 2
      directives()
      const head = document.slice(start, endBefore())
      return { kind: "inline", head, selections: selectionSet() }
    }
    const hasAlias = seen(1) === ":"
    const key = seen()
    at += hasAlias ? 3 : 1
    if (seen() === "(") skipBrackets()
    directives()
    const head = document.slice(start, endBefore())
    const field = { kind: "field", key, head, start, hasAlias } as const
    return seen() === "{" ? { ...field, selections: selectionSet() } : field
  }
  const variables = () => {
    const starts: { name: string; start: number }[] = []
    const begin = at
    skipBrackets()
    for (const { text, start } of tokens.slice(begin, at)) {
      if (text.startsWith("$")) starts.push({ name: text.slice(1), start })
    }
    const close = tokens[at - 1]?.start ?? 0
    return new Map(
      starts.map(({ name, start }, index) => {
        const written = document.slice(start, starts[index + 1]?.start ?? close)
        return [name, written.replace(/#[^\n"]*$/gm, "").replace(/[\s,]+$/, "")] as const
      }),
    )
  }
  const definitions: Definition[] = []
  while (at < tokens.length) {
    const start = startHere()
    const name = seen(1)
    at += seen() === "fragment" ? 4 : 2
    const head = document.slice(start, endBefore())
    const declared = seen() === "(" ? variables() : new Map<string, string>()
    definitions.push({
      head,
      name,
      variables: declared,
      directives: directives(),
      selections: selectionSet(),
    })
  }
  return definitions
}

/** Prints selections without duplicates: on one line if they fit, else one per line. */
export function printed(selections: readonly Selection[], indent = ""): string {
  const inner = `${indent}  `
  const all = selections.map((one) => {
    if (one.kind === "spread") return `...${one.name}${one.directives && ` ${one.directives}`}`
    const { head, selections } = one
    return selections ? `${head} ${printed(selections, inner)}` : head
  })
  const lines = [...new Set(all)]
  const line = `{ ${lines.join(" ")} }`
  if (line.length <= mostInLine && !line.includes("\n")) return line
  return `{\n${lines.map((one) => `${inner}${one}\n`).join("")}${indent}}`
}

const mostInLine = 90
