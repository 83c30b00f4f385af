import { compile } from "@jmespath-community/jmespath"
import { spansOf, type TextSpan } from "./positions.js"
import { syntaxError, tooLongToRead } from "./syntax-error.js"
import type { PathNode } from "./tree.js"

export interface PathExpression {
  text: string
  root: PathNode
  /** Where each part of it stands in `text`. */
  spans: ReadonlyMap<PathNode, TextSpan>
}

export type ParsedPath =
  | { ok: true; expression: PathExpression }
  | { ok: false; message: string; at: TextSpan }

/** Parses a path expression; a syntax error is returned, not thrown. */
export function parsePath(text: string): ParsedPath {
  const tooLong = tooLongToRead(text)
  if (tooLong !== undefined) return { ok: false, ...tooLong }
  try {
    const root = compile(text)
    return { ok: true, expression: { text, root, spans: spansOf(text, root) } }
  } catch (error) {
    return { ok: false, ...syntaxError(text, error) }
  }
}
