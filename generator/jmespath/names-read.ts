import type { Path } from "./path.js"
import { childrenOf, type PathNode } from "./tree.js"

/** The names that an expression reads. */
export interface NamesRead {
  /** Fields of the value that it is applied to. */
  readonly current: ReadonlySet<string>
  /** Whether it reads the whole value that it is applied to. */
  readonly whole: boolean
  /** Paths into variables, with all their prefixes: `$lookups`, `$lookups.issue`, `$lookups.issue.url`. */
  readonly paths: readonly string[]
}

/** The names that an expression reads, as far as it can be parsed. */
export function namesRead({ root }: Path): NamesRead {
  const current = new Set<string>()
  const paths = new Set<string>()
  let whole = false
  const visit = (node: PathNode, atTop: boolean): void => {
    const path = variablePath(node)
    if (path !== undefined) paths.add(path)
    switch (node.type) {
      case "Field":
        if (atTop) current.add(node.name)
        return
      case "Current":
        whole ||= atTop
        return
      case "Subexpression":
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
  if (root !== undefined) visit(root, true)
  return { current, whole, paths: [...paths] }
}

/** The inputs that an expression reads as `$input.NAME`. */
export function inputsNamed(path: Path): string[] {
  return namesRead(path).paths.flatMap((one) => /^\$input\.(\w+)$/.exec(one)?.[1] ?? [])
}

/** `$input.labels`, for an expression that begins with a variable and continues with fields. */
function variablePath(node: PathNode): string | undefined {
  if (node.type === "Variable") return `$${node.name}`
  if (node.type !== "Subexpression" || node.right.type !== "Field") return undefined
  const left = variablePath(node.left)
  return left === undefined ? undefined : `${left}.${node.right.name}`
}
