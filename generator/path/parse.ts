import { compile } from "@jmespath-community/jmespath"
import { spansOf, type TextSpan } from "./positions.js"
import { syntaxError, tooLong } from "./syntax-error.js"
import type { PathNode } from "./tree.js"

export interface PathExpression {
  text: string
  root: PathNode
  /** Where a part of it stands in `text`; found out when somebody asks, since few do. */
  spanOf(part: PathNode): TextSpan | undefined
}

export type ParsedPath =
  | { ok: true; expression: PathExpression }
  | { ok: false; message: string; at: TextSpan }

/** Parses a path expression; a syntax error is returned, not thrown. */
export function parsePath(text: string): ParsedPath {
  try {
    const problem = tooLong(text)
    if (problem !== undefined) return { ok: false, ...problem }
    const root = compile(text)
    let spans: ReadonlyMap<PathNode, TextSpan> | undefined
    const spanOf = (part: PathNode) => {
      spans ??= spansOf(text, root)
      return spans.get(part)
    }
    return { ok: true, expression: { text, root, spanOf } }
  } catch (error) {
    return { ok: false, ...syntaxError(text, error) }
  }
}
