/** Rewrites expressions whose meaning in a card differs from JMESPath's. */
import { isNullStrict, mapNodes, Path, type PathNode } from "../jmespath/index.js"

/** `a && b` as a result: if `a` is falsy, whether null or empty, nothing is found. */
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

/** The expression without objects made from null items, which `xs[*].{…}` makes; undefined if it makes none. */
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

/** Projections, objects and lists, and the nodes that can contain such a result. */
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
