import { suggestionsFor, didYouMean as wouldMean } from "../../runtime/suggestions/index.js"
import { compareText } from "../text/index.js"
import type { DiagnosticCode } from "./catalogue.js"

export { catalogue, type DiagnosticCode } from "./catalogue.js"

/** Half-open range of character offsets in a source file. */
export interface Span {
  start: number
  end: number
  /** The origin of the text, if it comes from another file. */
  note?: Note
}

/** A file as read, addressed by its path relative to the project, with forward slashes. */
export interface SourceFile {
  path: string
  text: string
}

export interface Location {
  file: string
  /** One-based; the end is exclusive. */
  line: number
  column: number
  end_line: number
  end_column: number
}

/** A related location, with a message. */
export interface Note extends Location {
  /** The role of the location in the problem. */
  message: string
}

export interface Diagnostic extends Location {
  code: DiagnosticCode
  severity: "error" | "warning"
  /** What was expected and what was found. */
  message: string
  /** How to fix it, if known. */
  help?: string
  /** The location of the cause, if it is in another file. */
  note?: Note
}

/** A diagnostic without its location, as returned by the functions of `messages/`. */
export interface Problem {
  readonly code: DiagnosticCode
  readonly message: string
  readonly help?: string | undefined
  /** The location of the cause, if the location of the problem does not have it. */
  readonly note?: Note | undefined
  /** An error by default. */
  readonly severity?: "warning"
}

export function problem(
  code: DiagnosticCode,
  message: string,
  help?: string,
  note?: Note,
): Problem {
  return { code, message, help, note }
}

export function warning(code: DiagnosticCode, message: string, help?: string): Problem {
  return { code, message, help, severity: "warning" }
}

export function diagnostic(problem: Problem, source: SourceFile, span: Span): Diagnostic {
  const { code, message, help, note = span.note, severity = "error" } = problem
  return {
    code,
    severity,
    message: visible(message),
    ...(help === undefined ? {} : { help: visible(help) }),
    ...locationOf(source, span),
    ...(note && { note }),
  }
}

export function noteAt(message: string, source: SourceFile, span: Span): Note {
  return { message: visible(message), ...locationOf(source, span) }
}

function locationOf({ path, text }: SourceFile, span: Span): Location {
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

/** The order of a report: by location, then by code. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  )
}

/** The most similar name, if one is similar enough to suggest. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  return suggestionsFor(name, [...names])[0]
}

/** "did you mean `x`?", if a name is similar. */
export function didYouMean(name: string, names: Iterable<string>): string | undefined {
  const near = nearest(name, names)
  return near === undefined ? undefined : wouldMean([near])
}

// Control characters except tab and line breaks, and zero-width, bidirectional and tag characters.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** The invisible characters of a string, with their offsets. */
export function hiddenCharacters(text: string): { index: number; character: string }[] {
  return [...text.matchAll(HIDDEN)].map(({ index, 0: character }) => ({ index, character }))
}

/** A string as one line, without characters that would affect the terminal. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped).replace(/[\t\r\n]/g, escaped)
}

/** A line of a source file without characters that would affect the terminal. Every character keeps its column. */
export function visibleLine(line: string): string {
  return line
    .replace(/\r$/, "")
    .replace(/\r/g, "\ufffd")
    .replace(HIDDEN, (character) => "\ufffd".repeat(character.length))
}

function escaped(character: string): string {
  const short = { "\t": "\\t", "\r": "\\r", "\n": "\\n" }[character]
  return short ?? `\\u{${codePoint(character)}}`
}

/** `202E` */
export function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
}
