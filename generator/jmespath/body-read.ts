import { childrenOf, type PathNode } from "./tree.js"

/** The values that a function body reads besides its parameters. */
export interface BodyRead {
  /** Variables that it does not bind itself. */
  readonly variables: ReadonlySet<string>
  /** Whether it reads the current value. */
  readonly current: boolean
  readonly isFlat: boolean
}

/** The reads of a named expression's body. */
export function readsOf(body: PathNode): BodyRead {
  const variables = new Set<string>()
  let current = false
  let isFlat = true
  const visit = (node: PathNode, atTop: boolean, bound: ReadonlySet<string>): void => {
    switch (node.type) {
      case "Variable":
        if (bound.has(node.name)) break
        variables.add(node.name)
        isFlat &&= atTop
        break
      case "Field":
      case "Current":
      case "Identity":
      case "Index":
      case "Slice":
        current ||= atTop
        break
      case "Subexpression":
      case "IndexExpression":
      case "Projection":
      case "ValueProjection":
      case "Pipe":
        visit(node.left, atTop, bound)
        visit(node.right, false, bound)
        break
      case "FilterProjection":
        visit(node.left, atTop, bound)
        visit(node.condition, false, bound)
        visit(node.right, false, bound)
        break
      case "ExpressionReference":
        visit(node.child, false, bound)
        break
      case "LetExpression": {
        isFlat = false
        for (const one of node.bindings) visit(one.reference, atTop, bound)
        const names = node.bindings.map(({ variable }) => variable)
        visit(node.expression, atTop, new Set([...bound, ...names]))
        break
      }
      default:
        for (const child of childrenOf(node)) visit(child, atTop, bound)
    }
  }
  visit(body, true, new Set())
  return { variables, current, isFlat }
}
