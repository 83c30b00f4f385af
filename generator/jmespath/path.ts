import { compile } from "@jmespath-community/jmespath"
import type { Note, Span } from "../diagnostics/index.js"
import { type SyntaxProblem, spansOf, syntaxError, type TextSpan, tooLong } from "./positions.js"
import { printPath } from "./print.js"
import { nodesIn, type PathNode } from "./tree.js"

interface Written {
  readonly text: string
  readonly at: TextSpan
}

export interface Origin {
  /** The part of the written text; absent if it was derived. */
  readonly written?: Written
  /** The span of the node, if it differs from that of the whole expression. */
  readonly span?: () => Span
  /** The definition in a shared file, if the written text only names it. */
  readonly note?: () => Note | undefined
}

/**
 * A path expression (JMESPath). It is parsed once, when it is read. Expressions that rules derive are composed of its
 * tree, whose parts keep their origins.
 */
export class Path {
  private printed: string | undefined

  private constructor(
    /** Undefined if the text cannot be parsed. */
    readonly root: PathNode | undefined,
    private readonly findOrigin: (part: PathNode) => Origin | undefined,
    private readonly written?: string,
    readonly problem?: SyntaxProblem,
  ) {}

  static parse(text: string): Path {
    try {
      const problem = tooLong(text)
      if (problem !== undefined) return new Path(undefined, () => undefined, text, problem)
      const root = compile(text)
      let spans: ReadonlyMap<PathNode, TextSpan> | undefined
      const originOf = (part: PathNode) => {
        // Computed on demand: few expressions have problems.
        spans ??= spansOf(text, root)
        const at = spans.get(part)
        return at && { written: { text, at } }
      }
      return new Path(root, originOf, text)
    } catch (error) {
      return new Path(undefined, () => undefined, text, syntaxError(text, error))
    }
  }

  /** The expression of a tree that is made of parts of other expressions. */
  static of(root: PathNode, ...parts: readonly Path[]): Path {
    return new Path(root, (part) => {
      for (const one of parts) {
        const origin = one.originOf(part)
        if (origin !== undefined) return origin
      }
      return undefined
    })
  }

  /** A derived expression without a source location. */
  static derived(text: string): Path {
    // Fast path: most expressions are a few names, and there are thousands.
    if (!/^\$?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(text))
      return Path.parse(text).withOrigins(() => undefined)
    const [first = "", ...names] = text.split(".")
    const begin: PathNode = first.startsWith("$")
      ? { type: "Variable", name: first.slice(1) }
      : { type: "Field", name: first }
    return Path.of(
      names.reduce<PathNode>(
        (left, name) => ({ type: "Subexpression", left, right: { type: "Field", name } }),
        begin,
      ),
    )
  }

  /** The written text, or an equivalent one. */
  get text(): string {
    this.printed ??= this.written ?? (this.root === undefined ? "" : printPath(this.root))
    return this.printed
  }

  /** The expression with another tree; parts new to it get their origins from `originOf`. */
  withRoot(root: PathNode, originOf: (part: PathNode) => Origin | undefined): Path {
    return new Path(root, (part) => originOf(part) ?? this.originOf(part))
  }

  /** The same expression with different origins of its parts. */
  withOrigins(change: (origin: Origin) => Origin | undefined): Path {
    const originOf = (part: PathNode) => {
      const origin = this.originOf(part)
      return origin && change(origin)
    }
    return new Path(this.root, originOf, this.written, this.problem)
  }

  /** The expression as a part of another expression in a different place. */
  from(spanOf: (written: Written | undefined) => Span): Path {
    return this.withEach((part) => {
      const origin = this.originOf(part)
      return { ...origin, span: () => spanOf(origin?.written) }
    })
  }

  /** The expression as a part of another that only names it. */
  withNote(note: () => Note): Path {
    return this.withEach(() => ({ note }))
  }

  private withEach(originOf: (part: PathNode) => Origin): Path {
    let own: ReadonlySet<PathNode> | undefined
    const find = (part: PathNode) => {
      own ??= new Set(this.root && nodesIn(this.root))
      return own.has(part) ? originOf(part) : undefined
    }
    return new Path(this.root, find, this.written, this.problem)
  }

  originOf(part: PathNode): Origin | undefined {
    return this.findOrigin(part)
  }

  /** In a printed card, an expression is its text. */
  toJSON(): string {
    return this.text
  }
}

/** A value in which path expressions are strings, as in a file. */
export function withPathTexts(value: unknown): unknown {
  if (value instanceof Path) return value.text
  if (Array.isArray(value)) return value.map(withPathTexts)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => [key, withPathTexts(one)]),
  )
}

/**
 * A copy of a value with every path expression in it mapped. The callback also receives the path of the expression.
 */
export function mapPaths(
  value: unknown,
  change: (path: Path, at: readonly (string | number)[]) => Path,
  at: readonly (string | number)[] = [],
): unknown {
  if (value instanceof Path) return change(value, at)
  if (Array.isArray(value)) return value.map((one, index) => mapPaths(one, change, [...at, index]))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, mapPaths(one, change, [...at, key])]),
  )
}

export function pathsIn(value: unknown): Path[] {
  const found: Path[] = []
  mapPaths(value, (path) => {
    found.push(path)
    return path
  })
  return found
}
