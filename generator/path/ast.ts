import { compile, tokenize } from "@jmespath-community/jmespath"

/** The syntax tree of a path expression, as the JMESPath library parses it. */
export type PathNode = ReturnType<typeof compile>

export interface PathExpression {
  text: string
  root: PathNode
  /** Where the name of a field, function or variable starts in `text`. */
  positions: ReadonlyMap<PathNode, number>
}

export type ParsedPath = { ok: true; expression: PathExpression } | { ok: false; message: string }

/** Parses a path expression; a syntax error is returned, not thrown. */
export function parsePath(text: string): ParsedPath {
  try {
    const root = compile(text)
    return { ok: true, expression: { text, root, positions: positionsOf(text, root) } }
  } catch (error) {
    return { ok: false, message: inWords(error instanceof Error ? error.message : String(error)) }
  }
}

/** `a && b` where it is a result: nothing is found where `a` is false-like, be it null or empty. */
export function asResult(expression: PathExpression): PathExpression {
  const { root } = expression
  if (root.type !== "AndExpression") return expression
  const nothing: PathNode = { type: "Literal", value: null }
  const found: PathNode = {
    type: "Ternary",
    condition: root.left,
    trueExpr: root.right,
    falseExpr: nothing,
  }
  return { ...expression, root: found }
}

/** The library names tokens; people know them by how they are written. */
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
  QuotedIdentifier: "a name in quotes",
  Literal: "a literal",
}

function inWords(message: string): string {
  if (/\(EOF\)|got: EOF|token type: EOF/.test(message)) return "the expression ends too early"
  return message
    .replace(/^Syntax error: /, "")
    .replace(
      /invalid token \((\w+)\): "(.*)"/,
      (_, token: string) => `${TOKENS[token] ?? token} is not expected here`,
    )
    .replace(
      /unexpected token type: (\w+), value: .*/,
      (_, token: string) => `${TOKENS[token] ?? token} is not expected here`,
    )
    .replace(
      /expected (\w+), got: (\w+)/,
      (_, wanted: string, found: string) =>
        `expected ${TOKENS[wanted] ?? wanted}, found ${TOKENS[found] ?? found}`,
    )
}

/**
 * The library's tree has no positions, its tokens have: names appear in the tree in the order in
 * which they are written, so the two are walked side by side.
 */
function positionsOf(text: string, root: PathNode): ReadonlyMap<PathNode, number> {
  const names = tokenize(text).filter((token) =>
    ["UnquotedIdentifier", "QuotedIdentifier", "Variable"].includes(token.type),
  )
  const positions = new Map<PathNode, number>()
  let next = 0
  const take = (name: string, node?: PathNode): void => {
    const at = names.findIndex((token, index) => index >= next && token.value === name)
    const token = names[at]
    if (token === undefined) return
    if (node !== undefined) positions.set(node, token.start)
    next = at + 1
  }
  const visit = (node: PathNode): void => {
    switch (node.type) {
      case "Field":
      case "Variable":
        take(node.name, node)
        return
      case "Function":
        take(node.name, node)
        for (const child of node.children) visit(child)
        return
      case "MultiSelectHash":
        for (const pair of node.children) {
          take(pair.name)
          visit(pair.value)
        }
        return
      case "LetExpression":
        for (const binding of node.bindings) {
          take(binding.variable)
          visit(binding.reference)
        }
        visit(node.expression)
        return
      default:
        for (const child of childrenOf(node)) visit(child)
    }
  }
  visit(root)
  return positions
}

/** The direct parts of an expression, in the order in which they are written. */
function childrenOf(node: PathNode): readonly PathNode[] {
  switch (node.type) {
    case "FilterProjection":
      return [node.left, node.condition, node.right]
    case "Projection":
    case "ValueProjection":
    case "Subexpression":
    case "IndexExpression":
    case "Pipe":
    case "OrExpression":
    case "AndExpression":
    case "Comparator":
    case "Arithmetic":
      return [node.left, node.right]
    case "Flatten":
    case "NotExpression":
    case "ExpressionReference":
      return [node.child]
    case "Unary":
      return [node.operand]
    case "Ternary":
      return [node.condition, node.trueExpr, node.falseExpr]
    case "MultiSelectList":
    case "Function":
      return node.children
    case "MultiSelectHash":
      return node.children.map((pair) => pair.value)
    case "LetExpression":
      return [...node.bindings.map((binding) => binding.reference), node.expression]
    case "Binding":
      return [node.reference]
    default:
      return []
  }
}

/** How often evaluating the expression reads the value that it is applied to. */
export function readsOfCurrent(node: PathNode): number {
  switch (node.type) {
    case "Field":
    case "Current":
    case "Identity":
    case "Index":
    case "Slice":
      return 1
    case "Subexpression":
    case "IndexExpression":
    case "Projection":
    case "ValueProjection":
    case "FilterProjection":
    case "Pipe":
      return readsOfCurrent(node.left)
    case "ExpressionReference":
      return 0
    default:
      return childrenOf(node).reduce((sum, child) => sum + readsOfCurrent(child), 0)
  }
}

/** Whether the expression gives null for null, so that a null may as well be dropped before it. */
export function isNullStrict(node: PathNode): boolean {
  switch (node.type) {
    case "Field":
    case "Current":
    case "Identity":
    case "Index":
    case "Slice":
      return true
    case "Subexpression":
    case "IndexExpression":
    case "Projection":
    case "ValueProjection":
    case "FilterProjection":
    case "AndExpression":
      return isNullStrict(node.left)
    case "Flatten":
      return isNullStrict(node.child)
    default:
      return false
  }
}

/** Whether the condition is false-like for null, so that null items may as well be dropped before it. */
export function isFalseForNull(node: PathNode): boolean {
  if (isNullStrict(node)) return true
  if (node.type === "AndExpression") return isFalseForNull(node.left)
  if (node.type !== "Comparator" || node.name !== "EQ") return false
  const { left, right } = node
  const isValue = (side: PathNode) => side.type === "Literal" && side.value !== null
  return (isNullStrict(left) && isValue(right)) || (isNullStrict(right) && isValue(left))
}
