import type { compile } from "@jmespath-community/jmespath"

/** The syntax tree of a path expression, as the JMESPath library parses it. */
export type PathNode = ReturnType<typeof compile>

/** The shape that an object comes from. Its file defines the source of each field. */
export interface ShapeOrigin {
  readonly name: string
  /** `cards/shapes/issue_summary.yaml` */
  readonly file: string
}

/** An object that has the fields of a shape, and possibly others. */
export type ShapeNode = Extract<PathNode, { type: "MultiSelectHash" }> & {
  readonly shape?: ShapeOrigin | undefined
}

/** The direct parts of an expression, in the order in which they are written. */
export function childrenOf(node: PathNode): readonly PathNode[] {
  const parts: PathNode[] = []
  mapParts(node, (part) => {
    parts.push(part)
    return part
  })
  return parts
}

export function nodesIn(node: PathNode): PathNode[] {
  return [node, ...childrenOf(node).flatMap(nodesIn)]
}

/** The node with each of its direct parts changed; the same node if none changes. */
export function mapNodes(node: PathNode, change: (part: PathNode) => PathNode): PathNode {
  let isSame = true
  const mapped = mapParts(node, (part) => {
    const changed = change(part)
    isSame &&= changed === part
    return changed
  })
  return isSame ? node : mapped
}

function mapParts(node: PathNode, change: (part: PathNode) => PathNode): PathNode {
  switch (node.type) {
    case "FilterProjection": {
      const { left, condition, right } = node
      return { ...node, left: change(left), condition: change(condition), right: change(right) }
    }
    case "Projection":
    case "ValueProjection":
    case "Subexpression":
    case "IndexExpression":
    case "Pipe":
    case "OrExpression":
    case "AndExpression":
    case "Comparator":
    case "Arithmetic":
      return { ...node, left: change(node.left), right: change(node.right) }
    case "Flatten":
    case "NotExpression":
    case "ExpressionReference":
      return { ...node, child: change(node.child) }
    case "Unary":
      return { ...node, operand: change(node.operand) }
    case "Ternary": {
      const { condition, trueExpr, falseExpr } = node
      return {
        ...node,
        condition: change(condition),
        trueExpr: change(trueExpr),
        falseExpr: change(falseExpr),
      }
    }
    case "MultiSelectList":
    case "Function":
      return { ...node, children: node.children.map(change) }
    case "MultiSelectHash":
      return {
        ...node,
        children: node.children.map((pair) => ({ ...pair, value: change(pair.value) })),
      }
    case "LetExpression":
      return {
        ...node,
        bindings: node.bindings.map((one) => ({ ...one, reference: change(one.reference) })),
        expression: change(node.expression),
      }
    case "Binding":
      return { ...node, reference: change(node.reference) }
    default:
      return node
  }
}

/** Whether the expression maps null to null, so that nulls can be dropped before it. */
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

/** Whether the condition is falsy for null, so that null items can be dropped before it. */
export function isFalseForNull(node: PathNode): boolean {
  if (isNullStrict(node)) return true
  if (node.type === "AndExpression") return isFalseForNull(node.left)
  if (node.type !== "Comparator" || node.name !== "EQ") return false
  const { left, right } = node
  const isValue = (side: PathNode) => side.type === "Literal" && side.value !== null
  return (isNullStrict(left) && isValue(right)) || (isNullStrict(right) && isValue(left))
}
