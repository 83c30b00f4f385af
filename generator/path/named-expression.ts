/** Expressions with a name and parameters, and expressions with the calls of them written out. */
import type { Problem } from "../diagnostics/index.js"
import { type TextSpan, type Token, tokensOf } from "./positions.js"

export interface NamedExpression {
  readonly parameters: readonly string[]
  /** Reads its parameters as variables and nothing else, and calls no named expression. */
  readonly body: string
  /** Every parameter may be replaced by what is given for it: the body reads all of them where it begins. */
  readonly isFlat: boolean
}

/** An expression in which the calls are written out. */
export interface WrittenOut {
  readonly text: string
  readonly problems: readonly { readonly problem: Problem; readonly at: TextSpan }[]
  /** Where a part of it comes from in the expression with the calls, and which call made any of it. */
  origin(at: TextSpan): TextSpan & { readonly call?: string | undefined }
}

/** What is said of a call that cannot be written out. */
export interface CallProblems {
  argumentCount(name: string, wanted: readonly string[], found: number): Problem
  /** `subject` is what stands before the dot, where that is a path. */
  afterDot(name: string, subject: string): Problem
  /** Undefined where the name is not meant for one. */
  unknown(name: string): Problem | undefined
}

interface Piece {
  readonly text: string
  /** Where it stands in the expression, or the call that it is made of. */
  readonly at: TextSpan
  /** The name of what was called, unless it stands there as it is. */
  readonly call?: string
}

const OPEN = ["Lparen", "Lbrace", "Lbracket", "Filter"]
const CLOSE = ["Rparen", "Rbrace", "Rbracket"]

/** The expression with its calls written out; undefined where there are none, or where it cannot be read. */
export function writeOut(
  text: string,
  named: ReadonlyMap<string, NamedExpression>,
  say: CallProblems,
): WrittenOut | undefined {
  if (!text.includes("(")) return undefined
  const tokens = readable(text)
  const problems: { problem: Problem; at: TextSpan }[] = []
  let isCalled = false

  /** The pieces of the text from one token up to another. */
  const piecesOf = (from: number, to: number): Piece[] => {
    const pieces: Piece[] = []
    let start = tokens[from]?.start ?? 0
    const end = tokens[to - 1]?.end ?? text.length
    const verbatim = (until: number): void => {
      if (until > start) pieces.push(verbatimOf(start, until))
    }
    for (let index = from; index < to; index += 1) {
      const token = tokens[index]
      if (token?.type !== "UnquotedIdentifier" || tokens[index + 1]?.type !== "Lparen") continue
      const name = String(token.value)
      const expression = named.get(name)
      if (expression === undefined) {
        const problem = say.unknown(name)
        if (problem) problems.push({ problem, at: token })
        continue
      }
      const close = closing(index + 1, to)
      const last = tokens[close]
      if (last === undefined) return [...pieces, verbatimOf(start, end)]
      verbatim(token.start)
      pieces.push(...call({ name, expression, open: index + 1, close, from, to }))
      start = last.end
      index = close
    }
    verbatim(end)
    return pieces
  }

  const verbatimOf = (start: number, end: number): Piece => {
    return { text: text.slice(start, end), at: { start, end } }
  }

  const closing = (open: number, to: number): number => {
    let depth = 0
    for (let index = open; index < to; index += 1) {
      const type = tokens[index]?.type ?? ""
      if (OPEN.includes(type)) depth += 1
      if (CLOSE.includes(type)) depth -= 1
      if (depth === 0) return index
    }
    return -1
  }

  const argumentsOf = (open: number, close: number): Piece[][] => {
    const found: Piece[][] = []
    let depth = 0
    let from = open + 1
    for (let index = open + 1; index < close; index += 1) {
      const type = tokens[index]?.type ?? ""
      if (OPEN.includes(type)) depth += 1
      if (CLOSE.includes(type)) depth -= 1
      if (type !== "Comma" || depth > 0) continue
      found.push(piecesOf(from, index))
      from = index + 1
    }
    return from < close ? [...found, piecesOf(from, close)] : found
  }

  const call = ({ name, expression, open, close, from, to }: Call): Piece[] => {
    isCalled = true
    const at = { start: tokens[open - 1]?.start ?? 0, end: tokens[close]?.end ?? text.length }
    const given = argumentsOf(open, close)
    const { parameters } = expression
    const before = open - 2 < from ? undefined : tokens[open - 2]?.type
    const after = close + 1 < to ? tokens[close + 1]?.type : undefined
    if (given.length !== parameters.length)
      problems.push({ problem: say.argumentCount(name, parameters, given.length), at })
    if (before === "Dot") {
      const [, subject = ""] = /([\w$.@]+)\.$/.exec(text.slice(0, at.start)) ?? []
      problems.push({ problem: say.afterDot(name, subject), at })
    }
    const values = new Map(parameters.map((one, index) => [one, given[index] ?? []]))
    const derived = (text: string): Piece => ({ text, at, call: name })
    const made = applied(expression, values, derived)
    return standsAlone(before, after) ? made : [derived("("), ...made, derived(")")]
  }

  if (tokens.length === 0) return undefined
  const pieces = piecesOf(0, tokens.length)
  if (!isCalled && problems.length === 0) return undefined
  return { text: joined(pieces), problems, origin: (at) => originIn(pieces, at) }
}

interface Call {
  readonly name: string
  readonly expression: NamedExpression
  /** Tokens: the parentheses, and the first and the one behind the last of what the call stands in. */
  readonly open: number
  readonly close: number
  readonly from: number
  readonly to: number
}

/** What the parameters stand for is put in their place, or bound to them where it would mean something else there. */
function applied(
  { body, isFlat }: NamedExpression,
  values: ReadonlyMap<string, readonly Piece[]>,
  derived: (text: string) => Piece,
): Piece[] {
  const isPlain = (pieces: readonly Piece[]) =>
    /^\s*(?:@|\$?\w+(?:\.\w+)*|'[^']*'|`[^`]*`)\s*$/.test(joined(pieces))
  if (!isFlat || ![...values.values()].every(isPlain)) {
    const bindings = [...values].flatMap(([name, pieces], index) => [
      derived(index === 0 ? `let $${name} = ` : `, $${name} = `),
      ...pieces,
    ])
    return [...bindings, derived(` in ${body}`)]
  }
  const pieces: Piece[] = []
  let start = 0
  const tokens = tokensOf(body)
  tokens.forEach((token, index) => {
    const value = token.type === "Variable" ? values.get(String(token.value)) : undefined
    if (value === undefined) return
    pieces.push(derived(body.slice(start, token.start)))
    start = token.end
    // `@.number` is `number`.
    const next = tokens[index + 1]
    if (joined(value).trim() === "@" && next?.type === "Dot") start = next.end
    else pieces.push(...value)
  })
  return [...pieces, derived(body.slice(start))]
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("")
}

/** Whatever stands there is one operand, with parentheses or without. */
function standsAlone(before: string | undefined, after: string | undefined): boolean {
  const begins = before === undefined || ["Lparen", "Comma", "Colon"].includes(before)
  return begins && (after === undefined || ["Rparen", "Comma", "Rbrace"].includes(after))
}

function originIn(
  pieces: readonly Piece[],
  { start, end }: TextSpan,
): ReturnType<WrittenOut["origin"]> {
  let offset = 0
  const found: ReturnType<WrittenOut["origin"]>[] = []
  for (const { text, at, call } of pieces) {
    const [from, to] = [Math.max(start, offset), Math.min(end, offset + text.length)]
    const shift = at.start - offset
    const isVerbatim = call === undefined
    if (from < to)
      found.push(isVerbatim ? { start: from + shift, end: to + shift } : { ...at, call })
    offset += text.length
  }
  const last = pieces.at(-1)?.at.end ?? 0
  if (found.length === 0) return { start: last, end: last }
  return {
    start: Math.min(...found.map((one) => one.start)),
    end: Math.max(...found.map((one) => one.end)),
    call: found.find(({ call }) => call !== undefined)?.call,
  }
}

function readable(text: string): readonly Token[] {
  try {
    return tokensOf(text).filter(({ type }) => type !== "EOF")
  } catch {
    return []
  }
}
