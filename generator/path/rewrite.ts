/** Expressions that are meant otherwise than they are written. */
import { isNullStrict, mapNodes, Path, type PathNode } from "../jmespath/index.js"

/** `a && b` where it is a result: nothing is found where `a` is false-like, be it null or empty. */
export function asResult(path: Path): Path {
  const { root } = path
  if (root?.type !== "AndExpression") return path
  const nothing: PathNode = { type: "Literal", value: null }
  const found: PathNode = {
    type: "Ternary",
    condition: root.left,
    trueExpr: root.right,
    falseExpr: nothing,
  }
  return path.withRoot(found, (part) => (part === found ? path.originOf(root) : undefined))
}

/**
 * The expression in which no object is made of a null item, as `xs[*].{…}` makes them; absent where
 * it makes none.
 */
export function withoutNullItems(path: Path): { path: Path; list: PathNode } | undefined {
  const lists: PathNode[] = []
  const visit = (node: PathNode): PathNode => {
    const copy = MAY_MAKE_ITEMS.includes(node.type) ? mapNodes(node, visit) : node
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
  if (path.root === undefined) return undefined
  const root = visit(path.root)
  const [list] = lists
  return list && { path: Path.of(root, path), list }
}

/** Projections, objects and lists, and what such a result can be a part of. */
const MAY_MAKE_ITEMS: readonly PathNode["type"][] = [
  "MultiSelectHash",
  "MultiSelectList",
  "Function",
  "Projection",
  "OrExpression",
  "AndExpression",
  "Pipe",
  "Subexpression",
]
