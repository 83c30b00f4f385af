import { compile, tokenize } from "@jmespath-community/jmespath"
import { childrenOf, type PathNode } from "./tree.js"

/** Half-open range of characters in an expression. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

interface Token extends TextSpan {
  readonly type: string
  readonly value: unknown
}

export function tokensOf(text: string): Token[] {
  const tokens = tokenize(text)
  return tokens.map(({ type, value, start }, index) => {
    const next = tokens[index + 1]?.start ?? text.length
    return { type, value, start, end: start + text.slice(start, next).trimEnd().length }
  })
}

/**
 * The positions of an expression's parts. The library's tree has no positions, but its tokens have. Both are in
 * source order, so they are traversed together.
 */
export function spansOf(text: string, root: PathNode): ReadonlyMap<PathNode, TextSpan> {
  const tokens = tokensOf(text)
  const spans = new Map<PathNode, TextSpan>()
  let next = 0
  const take = (types: readonly string[], value?: unknown): TextSpan[] => {
    const at = tokens.findIndex(
      (token, index) =>
        index >= next &&
        types.includes(token.type) &&
        (value === undefined || token.value === value),
    )
    const token = tokens[at]
    if (token === undefined) return []
    next = at + 1
    return [token]
  }
  const names = ["UnquotedIdentifier", "QuotedIdentifier"]
  const partsOf = (node: PathNode): TextSpan[] => {
    switch (node.type) {
      case "Field":
        return take(names, node.name)
      case "Variable":
        return take(["Variable"], node.name)
      case "Literal":
      case "Current":
      case "Root":
        return take([node.type])
      case "Index":
      case "Slice":
        return [...take(["Lbracket"]), ...take(["Rbracket"])]
      case "NotExpression":
        return [...take(["Not"]), ...visit(node.child)]
      case "ExpressionReference":
        return [...take(["Expref"]), ...visit(node.child)]
      case "Flatten":
        return [...visit(node.child), ...take(["Flatten"])]
      case "Comparator":
        return [...visit(node.left), ...take([node.name]), ...visit(node.right)]
      case "FilterProjection": {
        const condition = [...visit(node.left), ...take(["Filter"]), ...visit(node.condition)]
        return [...condition, ...take(["Rbracket"]), ...visit(node.right)]
      }
      case "Function": {
        const name = take(names, node.name)
        return [...name, ...node.children.flatMap(visit), ...take(["Rparen"])]
      }
      case "MultiSelectList":
        return [...take(["Lbracket"]), ...node.children.flatMap(visit), ...take(["Rbracket"])]
      case "MultiSelectHash": {
        const brace = take(["Lbrace"])
        const pairs = node.children.flatMap(({ name, value }) => [
          ...take(names, name),
          ...visit(value),
        ])
        return [...brace, ...pairs, ...take(["Rbrace"])]
      }
      case "LetExpression": {
        const bindings = node.bindings.flatMap(({ variable, reference }) => [
          ...take(["Variable"], variable),
          ...visit(reference),
        ])
        return [...bindings, ...visit(node.expression)]
      }
      default:
        return childrenOf(node).flatMap(visit)
    }
  }
  const visit = (node: PathNode): TextSpan[] => {
    const parts = partsOf(node)
    const [first] = parts
    if (first === undefined) return []
    const start = Math.min(...parts.map((part) => part.start))
    const end = Math.max(...parts.map((part) => part.end))
    spans.set(node, { start, end })
    return [{ start, end }]
  }
  visit(root)
  return spans
}

/** The library's names of tokens, and how the tokens are written. */
const TOKENS: Record<string, string> = {
  EOF: "the end",
  Rbracket: "`]`",
  Lbracket: "`[`",
  Rparen: "`)`",
  Lparen: "`(`",
  Rbrace: "`}`",
  Lbrace: "`{`",
  Dot: "`.`",
  Comma: "`,`",
  Colon: "`:`",
  Pipe: "`|`",
  Or: "`||`",
  And: "`&&`",
  Not: "`!`",
  Filter: "`[?`",
  Flatten: "`[]`",
  Current: "`@`",
  Question: "`?`",
  Number: "a number",
  UnquotedIdentifier: "a name",
  QuotedIdentifier: "a quoted name",
  Literal: "a literal",
}

export interface SyntaxProblem {
  readonly message: string
  readonly at: TextSpan
}

/** A limit, because functions that read, compile and print expressions are recursive. */
const MOST_TOKENS = 1200
const MOST_CHARACTERS = 100_000

/** The problem of an expression that is too long to be parsed. @throws the library's error */
export function tooLong(text: string): SyntaxProblem | undefined {
  if (text.length <= MOST_TOKENS) return undefined
  const at = { start: 0, end: text.length }
  if (text.length > MOST_CHARACTERS) {
    return {
      message: `the expression has ${text.length} characters (at most ${MOST_CHARACTERS})`,
      at,
    }
  }
  const tokens = tokensOf(text)
  if (tokens.length <= MOST_TOKENS) return undefined
  const message = `the expression has ${tokens.length} tokens (at most ${MOST_TOKENS})`
  return { message, at }
}

/** The meaning and position of the library's error, which itself has no position. */
export function syntaxError(text: string, error: unknown): SyntaxProblem {
  const message = describeError(error)
  const at = unreadable(text) ?? unexpected(text)
  return { message, at: at ?? { start: text.length, end: text.length } }
}

const unexpectedToken = (_: string, token: string) => `unexpected ${TOKENS[token] ?? token}`

function describeError(error: unknown): string {
  if (isAtEnd(error)) return "the expression ends too early"
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/^Syntax error[:,] /, "")
    .replace(/invalid token \((\w+)\): "(.*)"/, unexpectedToken)
    .replace(/unexpected token type: (\w+), value: .*/, unexpectedToken)
    .replace(/unexpected token: .*\((\w+)\)/, unexpectedToken)
    .replace(
      /expected (\w+), got: (\w+)/,
      (_, wanted: string, found: string) =>
        `expected ${TOKENS[wanted] ?? wanted}, found ${TOKENS[found] ?? found}`,
    )
}

function isAtEnd(error: unknown): boolean {
  // After some incomplete expressions, the library reads past the last token.
  if (error instanceof TypeError) return true
  return error instanceof Error && /\(EOF\)|got: EOF|token type: EOF/.test(error.message)
}

/** A character that cannot begin a token, or an unterminated string, name or literal. */
function unreadable(text: string): TextSpan | undefined {
  const readable =
    /[\s\w().,:*@\]{}+%?\u2212\u00d7\u00f7$[!<=>&|/-]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/sy
  let start = 0
  while (readable.test(text)) start = readable.lastIndex
  return start < text.length ? { start, end: start + 1 } : undefined
}

/** The first token that no valid expression can have at this position. */
function unexpected(text: string): TextSpan | undefined {
  try {
    return tokensOf(text).find(({ end }) => !isPrefix(text.slice(0, end)))
  } catch {
    return undefined
  }
}

function isPrefix(beginning: string): boolean {
  try {
    compile(beginning)
    return true
  } catch (error) {
    return isAtEnd(error)
  }
}
