import type { compile } from "@jmespath-community/jmespath"

/** The syntax tree of a path expression, as the JMESPath library parses it. */
export type PathNode = ReturnType<typeof compile>

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
