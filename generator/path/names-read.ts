import { parsePath } from "./parse.js"
import { childrenOf, type PathNode } from "./tree.js"

/** What an expression reads by name. */
export interface NamesRead {
  /** Fields of the value that it is applied to. */
  readonly current: ReadonlySet<string>
  /** `input` → the fields of `$input`; `issue` → those of `$issue`. */
  readonly variables: ReadonlyMap<string, ReadonlySet<string>>
  /** It reads the value that it is applied to as a whole. */
  readonly whole: boolean
}

/** What an expression reads, as far as it can be parsed. */
export function namesRead(text: string): NamesRead {
  const current = new Set<string>()
  const variables = new Map<string, Set<string>>()
  let whole = false
  const visit = (node: PathNode, atTop: boolean): void => {
    switch (node.type) {
      case "Field":
        if (atTop) current.add(node.name)
        return
      case "Current":
        whole ||= atTop
        return
      case "Variable":
        variables.set(node.name, variables.get(node.name) ?? new Set())
        return
      case "Subexpression":
        visit(node.left, atTop)
        if (node.left.type === "Variable" && node.right.type === "Field")
          variables.get(node.left.name)?.add(node.right.name)
        visit(node.right, false)
        return
      case "IndexExpression":
      case "Projection":
      case "ValueProjection":
      case "Pipe":
        visit(node.left, atTop)
        visit(node.right, false)
        return
      case "FilterProjection":
        visit(node.left, atTop)
        visit(node.condition, false)
        visit(node.right, false)
        return
      case "ExpressionReference":
        visit(node.child, false)
        return
      default:
        for (const child of childrenOf(node)) visit(child, atTop)
    }
  }
  const parsed = parsePath(text)
  if (parsed.ok) visit(parsed.expression.root, true)
  return { current, variables, whole }
}
