import { compareText } from "../text/index.js"
import type { DiagnosticCode } from "./catalogue.js"
import { visible } from "./visible.js"

/** Half-open range of character offsets in a source file. */
export interface Span {
  start: number
  end: number
  /** Where what stands there comes from, when that is another file. */
  note?: Note
}

/** A file as read, addressed by its path relative to the project, with forward slashes. */
export interface SourceFile {
  path: string
  text: string
}

/** A place in a file. */
export interface Place {
  file: string
  /** One-based; the end is exclusive. */
  line: number
  column: number
  end_line: number
  end_column: number
}

/** Another place that has a part in a problem. */
export interface Note extends Place {
  /** What stands there. */
  message: string
}

export interface Diagnostic extends Place {
  code: DiagnosticCode
  severity: "error" | "warning"
  /** What was expected and what was found. */
  message: string
  /** What to do about it, where that is known. */
  help?: string
  /** Where the cause stands, when that is another file. */
  note?: Note
}

/** What is wrong, without its place: what the functions of `messages/` say. */
export interface Problem {
  readonly code: DiagnosticCode
  /** What was expected and what was found. */
  readonly message: string
  /** What to do about it, where that is known. */
  readonly help?: string | undefined
  /** Where the cause stands, when the place of the problem does not know. */
  readonly note?: Note | undefined
  /** An error unless it says otherwise. */
  readonly severity?: "warning"
}

/** A problem at its place in a source file. */
export function diagnostic(problem: Problem, source: SourceFile, span: Span): Diagnostic {
  const { code, message, help, note = span.note, severity = "error" } = problem
  return {
    code,
    severity,
    message: visible(message),
    ...(help === undefined ? {} : { help: visible(help) }),
    ...placeOf(source, span),
    ...(note && { note }),
  }
}

/** A note at its place in a source file. */
export function noteAt(message: string, source: SourceFile, span: Span): Note {
  return { message: visible(message), ...placeOf(source, span) }
}

function placeOf({ path, text }: SourceFile, span: Span): Place {
  const start = position(text, span.start)
  const end = position(text, Math.max(span.end, span.start))
  return {
    file: path,
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
  }
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, Math.min(Math.max(offset, 0), text.length))
  const lineStart = before.lastIndexOf("\n") + 1
  let line = 1
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line += 1
  return { line, column: before.length - lineStart + 1 }
}

/** Order of a report: by place, then by code. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  )
}
