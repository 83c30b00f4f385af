import { compile } from "@jmespath-community/jmespath"
import { spansOf, type TextSpan } from "./positions.js"
import { readableTokens, syntaxError } from "./syntax-error.js"
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
  try {
    const tokens = readableTokens(text)
    if ("message" in tokens) return { ok: false, ...tokens }
    const root = compile(text)
    return { ok: true, expression: { text, root, spans: spansOf(tokens, root) } }
  } catch (error) {
    return { ok: false, ...syntaxError(text, error) }
  }
}
