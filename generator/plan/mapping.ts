import type { RouteType } from "../../runtime/envelope.js"
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnostic,
  type Span,
} from "../diagnostics/index.js"
import { type CardPath, type CardSource, scalarOffsets } from "../parse/index.js"
import {
  asResult,
  compilePath,
  PathError,
  type PathExpression,
  parsePath,
  type Scope,
  settle,
  type Value,
  withoutNullItems,
} from "../path/index.js"
import { type Field, type Misfit, misfits, type Shape, spell } from "../shape/index.js"

/** Compiles the mappings of one card and collects what is wrong with them, and what they read. */
export class Mapping {
  readonly diagnostics: Diagnostic[] = []
  readonly source: CardSource
  /** The section of the card that is planned. */
  readonly route: RouteType
  private readonly read = new Set<string>()

  constructor(source: CardSource, route: RouteType) {
    this.source = source
    this.route = route
  }

  /** Compiles the expression of what an answer has to hold. */
  compileResult(text: string, path: CardPath, scope: Omit<Scope, "onRead">): Value | undefined {
    return this.compile(text, path, scope, asResult)
  }

  /** Compiles the path expression at a place of the card; undefined when it does not compile. */
  compile(
    text: string,
    path: CardPath,
    scope: Omit<Scope, "onRead">,
    as: (expression: PathExpression) => PathExpression = (expression) => expression,
  ): Value | undefined {
    const parsed = parsePath(text)
    if (!parsed.ok) {
      this.report(
        "GHX1301",
        this.spanIn(path, text, parsed.at),
        parsed.message,
        "path expressions are JMESPath: https://jmespath.org",
      )
      return undefined
    }
    const full: Scope = { ...scope, onRead: (field) => this.markRead(field) }
    try {
      return compilePath(as(parsed.expression), full)
    } catch (error) {
      if (!(error instanceof PathError)) throw error
      this.report(error.code, this.spanIn(path, text, error.at), error.message, error.help)
      return undefined
    }
  }

  /** Reports why a value does not fit where it goes. */
  require(value: Value, to: Shape, span: Span, subject: string, codes: MisfitCodes): void {
    this.markWhole(value.shape)
    for (const misfit of misfits(value.shape, to)) {
      const where = misfit.path.length === 0 ? subject : `${subject}, at \`${spell(misfit.path)}\``
      const code = codes[misfit.kind]
      this.report(
        code,
        span,
        `${where}: ${misfit.message}`,
        adviceFor(code, misfit, misfit[codes.github]),
      )
    }
  }

  /**
   * Reports a list whose null items are made objects of nulls, once for all of their properties,
   * where that is why a value does not fit; returns the value as it would be without.
   */
  requireNoNullItems(
    value: Value,
    to: Shape,
    subject: string,
    at: { text: string; path: CardPath; scope: Omit<Scope, "onRead"> },
  ): Value {
    const found = misfits(value.shape, to).filter(({ kind }) => kind === "null")
    const parsed = found.length === 0 ? undefined : parsePath(at.text)
    const cured = parsed?.ok ? withoutNullItems(parsed.expression) : undefined
    if (!parsed?.ok || cured === undefined) return value
    const scope: Scope = { ...at.scope, onRead: () => {} }
    const other = settle(compilePath(cured.expression, scope), scope)
    const left = misfits(other.shape, to).filter(({ kind }) => kind === "null")
    if (left.length >= found.length) return value
    const span = parsed.expression.spans.get(cured.list)
    const list = at.text.slice(span?.start, span?.end).replace(/\s*\[\]$/, "")
    this.report(
      "GHX1309",
      this.spanIn(at.path, at.text, span),
      `${subject}: \`${list}\` can have null items, of which objects of nulls are made`,
      `drop them first: \`${list}[] | [].{…}\``,
    )
    return other
  }

  markRead(field: Field): void {
    for (const origin of field.origins ?? []) this.read.add(origin)
  }

  /** A value that is handed on as a whole has all its fields read. */
  private markWhole(shape: Shape): void {
    if (shape.kind === "array") this.markWhole(shape.items)
    else if (shape.kind === "union") for (const member of shape.members) this.markWhole(member)
    else if (shape.kind === "object") {
      for (const field of Object.values(shape.fields)) {
        this.markRead(field)
        this.markWhole(field.shape)
      }
    }
  }

  isRead(origin: string): boolean {
    return this.read.has(origin)
  }

  report(
    code: DiagnosticCode,
    span: Span,
    message: string,
    help?: string,
    severity: "error" | "warning" = "error",
  ): void {
    this.diagnostics.push(diagnostic(code, this.source.file, span, message, { help, severity }))
  }

  /** The span of a part of an expression. */
  private spanIn(path: CardPath, text: string, at: Span | undefined): Span {
    const span = this.source.valueSpan(path)
    if (at === undefined) return span
    const offsets = scalarOffsets(this.source.file.text.slice(span.start, span.end), text)
    const [start, last] = [offsets[at.start], offsets[Math.max(at.end - 1, at.start)]]
    if (start === undefined || last === undefined) return span
    return { start: span.start + start, end: span.start + last + 1 }
  }
}

/** The code for each way in which a value can fail to fit. */
export type MisfitCodes = Readonly<Record<Misfit["kind"], DiagnosticCode>> & {
  /** Which side of an enum that does not fit is GitHub's. */
  readonly github: "expected" | "found"
}

/** The codes where a value goes into a request. */
export const REQUEST_CODES: MisfitCodes = {
  null: "GHX1306",
  enum: "GHX1316",
  missing: "GHX1306",
  unknown: "GHX1306",
  type: "GHX1306",
  github: "expected",
}

function adviceFor(
  code: DiagnosticCode,
  misfit: Misfit,
  values: readonly string[] | undefined,
): string | undefined {
  switch (code) {
    case "GHX1306":
      if (misfit.kind !== "null") return undefined
      return misfit.message.endsWith("absent")
        ? "make the input required, give it a default, or give the expression one (`field || …`)"
        : "take null out of the type of the input, or give the expression a default (`field || …`)"
    case "GHX1309":
      return 'allow null in the schema (`type: [string, "null"]`), or give the expression a default (`field || …`)'
    case "GHX1316":
      return `GitHub's values are ${values?.join(", ")}`
    default:
      return undefined
  }
}
