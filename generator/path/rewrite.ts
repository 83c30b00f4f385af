/** Expressions that are meant otherwise than they are written. */
import type { PathExpression } from "./parse.js"
import { isNullStrict, type PathNode } from "./tree.js"

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
