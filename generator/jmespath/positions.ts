import { tokenize } from "@jmespath-community/jmespath"
import { childrenOf, type PathNode } from "./tree.js"

/** Half-open range of characters in an expression. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

interface Token extends TextSpan {
  readonly type: string
  readonly value: unknown
}

export function tokensOf(text: string): Token[] {
  const tokens = tokenize(text)
  return tokens.map(({ type, value, start }, index) => {
    const next = tokens[index + 1]?.start ?? text.length
    return { type, value, start, end: start + text.slice(start, next).trimEnd().length }
  })
}

/**
 * The positions of an expression's parts. The library's tree has no positions, but its tokens have. Both are in
 * source order, so they are traversed together.
 */
export function spansOf(text: string, root: PathNode): ReadonlyMap<PathNode, TextSpan> {
  const tokens = tokensOf(text)
  const spans = new Map<PathNode, TextSpan>()
  let next = 0
  const take = (types: readonly string[], value?: unknown): TextSpan[] => {
    const at = tokens.findIndex(
      (token, index) =>
        index >= next &&
        types.includes(token.type) &&
        (value === undefined || token.value === value),
    )
    const token = tokens[at]
    if (token === undefined) return []
    next = at + 1
    return [token]
  }
  const names = ["UnquotedIdentifier", "QuotedIdentifier"]
  const partsOf = (node: PathNode): TextSpan[] => {
    switch (node.type) {
      case "Field":
        return take(names, node.name)
      case "Variable":
        return take(["Variable"], node.name)
      case "Literal":
      case "Current":
      case "Root":
        return take([node.type])
      case "Index":
      case "Slice":
        return [...take(["Lbracket"]), ...take(["Rbracket"])]
      case "NotExpression":
        return [...take(["Not"]), ...visit(node.child)]
      case "ExpressionReference":
        return [...take(["Expref"]), ...visit(node.child)]
      case "Flatten":
        return [...visit(node.child), ...take(["Flatten"])]
      case "Comparator":
        return [...visit(node.left), ...take([node.name]), ...visit(node.right)]
      case "FilterProjection": {
        const condition = [...visit(node.left), ...take(["Filter"]), ...visit(node.condition)]
        return [...condition, ...take(["Rbracket"]), ...visit(node.right)]
      }
      case "Function": {
        const name = take(names, node.name)
        return [...name, ...node.children.flatMap(visit), ...take(["Rparen"])]
      }
      case "MultiSelectList":
        return [...take(["Lbracket"]), ...node.children.flatMap(visit), ...take(["Rbracket"])]
      case "MultiSelectHash": {
        const brace = take(["Lbrace"])
        const pairs = node.children.flatMap(({ name, value }) => [
          ...take(names, name),
          ...visit(value),
        ])
        return [...brace, ...pairs, ...take(["Rbrace"])]
      }
      case "LetExpression": {
        const bindings = node.bindings.flatMap(({ variable, reference }) => [
          ...take(["Variable"], variable),
          ...visit(reference),
        ])
        return [...bindings, ...visit(node.expression)]
      }
      default:
        return childrenOf(node).flatMap(visit)
    }
  }
  const visit = (node: PathNode): TextSpan[] => {
    const parts = partsOf(node)
    const [first] = parts
    if (first === undefined) return []
    const start = Math.min(...parts.map((part) => part.start))
    const end = Math.max(...parts.map((part) => part.end))
    spans.set(node, { start, end })
    return [{ start, end }]
  }
  visit(root)
  return spans
}
