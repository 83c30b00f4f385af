import { compile } from "@jmespath-community/jmespath"
import { spansOf, type TextSpan } from "./positions.js"
import { syntaxError, tooLongToRead } from "./syntax-error.js"

/** The syntax tree of a path expression, as the JMESPath library parses it. */
export type PathNode = ReturnType<typeof compile>

export interface PathExpression {
  text: string
  root: PathNode
  /** Where each part of it stands in `text`. */
  spans: ReadonlyMap<PathNode, TextSpan>
}

export type ParsedPath =
  | { ok: true; expression: PathExpression }
  | { ok: false; message: string; at: TextSpan }

/** Parses a path expression; a syntax error is returned, not thrown. */
export function parsePath(text: string): ParsedPath {
  const tooLong = tooLongToRead(text)
  if (tooLong !== undefined) return { ok: false, ...tooLong }
  try {
    const root = compile(text)
    return { ok: true, expression: { text, root, spans: spansOf(text, root) } }
  } catch (error) {
    return { ok: false, ...syntaxError(text, error) }
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

/**
 * The expression in which no object is made of a null item, as `xs[*].{…}` makes them; absent where
 * it makes none.
 */
export function withoutNullItems(
  expression: PathExpression,
): { expression: PathExpression; list: PathNode } | undefined {
  const lists: PathNode[] = []
  const visit = (node: PathNode): PathNode => {
    const copy = withParts(node, visit)
    if (copy.type !== "Projection" || isNullStrict(copy.right)) return copy
    if (node.type === "Projection") lists.push(node.left)
    const isThere: PathNode = {
      type: "Comparator",
      name: "NE",
      left: { type: "Current" },
      right: { type: "Literal", value: null },
    }
    const left: PathNode = {
      type: "FilterProjection",
      left: copy.left,
      condition: isThere,
      right: { type: "Identity" },
    }
    return { ...copy, left }
  }
  const root = visit(expression.root)
  const [list] = lists
  return list && { expression: { ...expression, root }, list }
}

/** The node with its projections, objects and lists made of changed parts. */
function withParts(node: PathNode, change: (part: PathNode) => PathNode): PathNode {
  switch (node.type) {
    case "MultiSelectHash":
      return {
        ...node,
        children: node.children.map((pair) => ({ ...pair, value: change(pair.value) })),
      }
    case "MultiSelectList":
    case "Function":
      return { ...node, children: node.children.map(change) }
    case "Projection":
    case "OrExpression":
    case "AndExpression":
    case "Pipe":
    case "Subexpression":
      return { ...node, left: change(node.left), right: change(node.right) }
    default:
      return node
  }
}

/** The direct parts of an expression, in the order in which they are written. */
export function childrenOf(node: PathNode): readonly PathNode[] {
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
