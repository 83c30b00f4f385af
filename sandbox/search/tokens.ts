import { UnmodelledSearch } from "./refusals.js"

/** One word, phrase or `qualifier:value` of a search. A free word has the empty qualifier. */
export interface Term {
  kind: "term"
  qualifier: string
  /** The value without quotes. */
  value: string
  /** The parts of a value that is a list: `label:bug,"good first issue"`. */
  values: readonly string[]
  /** As it was written. */
  text: string
  /** Where a free word is searched; everywhere without `in:`. */
  places?: readonly string[]
}

export type Operator = "AND" | "OR" | "NOT"

export type Token =
  | { kind: "operator"; operator: Operator }
  | { kind: "bracket"; bracket: "(" | ")" }
  | { kind: "minus" }
  | Term

const QUOTED = '"(?:\\\\.|[^"\\\\])*"'
const SPACE = /\s+/y
const PIECE = new RegExp(`(?:${QUOTED}|[^\\s"])+`, "y")

// An address is a free word: no value of a qualifier begins with two slashes.
const QUALIFIER = /^([a-z][a-z-]*):(?!\/\/)(.+)$/is

export function tokensOf(query: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const [text = ""] = pattern.exec(query) ?? []
    at += text.length
    return text
  }
  while (at < query.length) {
    if (take(SPACE) !== "") continue
    const piece = take(PIECE)
    if (piece === "") throw new UnmodelledSearch(`a quote is not closed in \`${query.slice(at)}\``)
    tokens.push(...tokensOfPiece(piece))
  }
  return tokens
}

/** The tokens between two spaces, with brackets around a term and a minus before it. */
function tokensOfPiece(piece: string): Token[] {
  if (piece.startsWith("(")) return [{ kind: "bracket", bracket: "(" }, ...rest(piece.slice(1))]
  const closing = closingBrackets(piece)
  const inner = piece.slice(0, piece.length - closing)
  const brackets = Array.from({ length: closing }, (): Token => ({ kind: "bracket", bracket: ")" }))
  return [...(inner === "" ? [] : termTokens(inner)), ...brackets]
}

const rest = (piece: string): Token[] => (piece === "" ? [] : tokensOfPiece(piece))

/** Number of brackets at the end that were not opened in the same piece, unlike in `greet(name)`. */
function closingBrackets(piece: string): number {
  const bare = piece.replace(new RegExp(QUOTED, "g"), "")
  const surplus = bare.split(")").length - bare.split("(").length
  const last = /\)*$/.exec(piece)?.[0].length ?? 0
  return Math.min(Math.max(surplus, 0), last)
}

function termTokens(text: string): Token[] {
  if (text === "AND" || text === "OR" || text === "NOT") {
    return [{ kind: "operator", operator: text }]
  }
  if (text.length > 1 && text.startsWith("-")) return [{ kind: "minus" }, ...rest(text.slice(1))]
  return [termOf(text)]
}

function termOf(text: string): Term {
  checkBrackets(text)
  const [, qualifier = "", given = text] = QUALIFIER.exec(text) ?? []
  const values = listOf(given)
  return {
    kind: "term",
    qualifier: qualifier.toLowerCase(),
    value: qualifier === "" ? unquoted(given) : values.join(","),
    values,
    text,
  }
}

/** Adjacent bracketed groups, `(a)(b)`, are undocumented. */
function checkBrackets(text: string): void {
  let open = 0
  for (const [bracket] of text.replace(new RegExp(QUOTED, "g"), "").matchAll(/[()]/g)) {
    open += bracket === "(" ? 1 : -1
    if (open < 0) throw new UnmodelledSearch(`the brackets of \`${text}\` do not match`)
  }
}

/** Splits at commas outside quotes. */
const listOf = (value: string): string[] =>
  (value.match(new RegExp(`(?:${QUOTED}|[^",])+`, "g")) ?? []).map((part) => unquoted(part.trim()))

const unquoted = (text: string): string =>
  text.replace(new RegExp(QUOTED, "g"), (quoted) => quoted.slice(1, -1).replace(/\\(.)/gs, "$1"))
