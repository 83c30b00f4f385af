import { invalidSearch, UnmodelledSearch } from "./refusals.js"
import type { Term, Token } from "./tokens.js"

/** A search as a tree. `all` without nodes matches every row. */
export type Node = Term | Not | Group

interface Not {
  kind: "not"
  of: Node
}

interface Group {
  kind: "all" | "any"
  of: readonly Node[]
}

export type Matches<Row> = (row: Row) => boolean

/** GitHub's limit for nested brackets. */
const DEEPEST = 5

/**
 * `a b OR c` means `(a AND b) OR c`: a space means AND, which binds tighter than OR. NOT and a minus bind tightest.
 */
export function parse(tokens: readonly Token[]): Node {
  let at = 0
  const isOperator = (operator: string): boolean => {
    const token = tokens[at]
    return token?.kind === "operator" && token.operator === operator
  }
  const isBracket = (bracket: string): boolean => {
    const token = tokens[at]
    return token?.kind === "bracket" && token.bracket === bracket
  }

  const any = (depth: number): Node => {
    const of = [all(depth)]
    while (isOperator("OR")) {
      at++
      of.push(all(depth))
    }
    return group("any", of)
  }

  const all = (depth: number): Node => {
    const of = [one(depth)]
    while (at < tokens.length && !isOperator("OR") && !isBracket(")")) {
      if (isOperator("AND")) at++
      of.push(one(depth))
    }
    return group("all", of)
  }

  const one = (depth: number): Node => {
    const token = tokens[at]
    if (token?.kind === "term") {
      at++
      return token
    }
    if (token?.kind === "minus" || isOperator("NOT")) {
      at++
      return { kind: "not", of: negatable(tokens[at], one, depth) }
    }
    if (!isBracket("(")) throw new UnmodelledSearch(`nothing stands ${place(tokens, at)}`)
    if (depth === DEEPEST) {
      throw new UnmodelledSearch(`GitHub allows at most ${DEEPEST} levels of brackets`)
    }
    at++
    const inner = any(depth + 1)
    if (!isBracket(")")) throw new UnmodelledSearch("a bracket is not closed")
    at++
    return inner
  }

  if (tokens.length === 0) return { kind: "all", of: [] }
  const node = any(0)
  if (at < tokens.length) throw new UnmodelledSearch("a closing bracket has no opening one")
  return node
}

/** According to GitHub's documentation, neither numbers nor `no:` can be negated. */
function negatable(token: Token | undefined, one: (depth: number) => Node, depth: number): Node {
  const isNumeral = token?.kind === "term" && /^\d+$/.test(token.text)
  if (token?.kind === "term" && (isNumeral || token.qualifier === "no")) {
    throw new UnmodelledSearch(`\`${token.text}\` cannot be negated`)
  }
  if (token?.kind === "minus" || token?.kind === "operator") {
    throw new UnmodelledSearch("a negation is followed by an operator")
  }
  return one(depth)
}

function place(tokens: readonly Token[], at: number): string {
  const before = tokens[at - 1]
  const after = tokens[at]
  if (after) return `before ${textOf(after)}`
  return before ? `after ${textOf(before)}` : "in it"
}

const textOf = (token: Token): string => {
  if (token.kind === "term") return `\`${token.text}\``
  if (token.kind === "operator") return `\`${token.operator}\``
  return token.kind === "bracket" ? `\`${token.bracket}\`` : "`-`"
}

/** Merges a group into an enclosing group of the same kind. */
function group(kind: "all" | "any", of: readonly Node[]): Node {
  const [only] = of
  if (only && of.length === 1) return only
  return { kind, of: of.flatMap((node) => (node.kind === kind ? node.of : [node])) }
}

const MOST_OPERATORS = 5

export function checkOperators(tokens: readonly Token[]): void {
  const operators = tokens.filter((token) => token.kind === "operator")
  if (operators.length > MOST_OPERATORS) {
    throw invalidSearch("More than five AND / OR / NOT operators were used.")
  }
  if (operators.length > 0 && operators.length === tokens.length) {
    throw invalidSearch(
      "The search contains only logical operators (AND / OR / NOT) without any search terms.",
    )
  }
}

/** The test of a tree, from the tests of its terms. */
export function compile<Row>(node: Node, term: (term: Term) => Matches<Row>): Matches<Row> {
  if (node.kind === "term") return term(node)
  if (node.kind === "not") {
    const inner = compile(node.of, term)
    return (row) => !inner(row)
  }
  const of = node.of.map((inner) => compile(inner, term))
  // Pairwise, because a list would be slower, and the test runs for every row.
  if (node.kind === "all") return pairwise(of, (a, b) => (row) => a(row) && b(row)) ?? (() => true)
  return pairwise(of, (a, b) => (row) => a(row) || b(row)) ?? (() => false)
}

function pairwise<Row>(
  of: readonly Matches<Row>[],
  join: (a: Matches<Row>, b: Matches<Row>) => Matches<Row>,
): Matches<Row> | undefined {
  const [first, ...others] = of
  return first && others.reduce(join, first)
}

/** The terms that are not negated. */
export function positiveTerms(node: Node): Term[] {
  if (node.kind === "term") return [node]
  return node.kind === "not" ? [] : node.of.flatMap(positiveTerms)
}
