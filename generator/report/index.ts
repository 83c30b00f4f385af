import { codeFrameColumns } from "@babel/code-frame"
import {
  catalogue,
  type Diagnostic,
  type Location,
  type Note,
  visible,
  visibleLine,
} from "../diagnostics/index.js"

export type DiagnosticFormat = "text" | "json" | "github"

/**
 * Prints diagnostics: for people with the source line, for machines as JSON, or as workflow annotations.
 *
 * @param docs - the folder of the page about diagnostics, as its reader finds it
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  format: DiagnosticFormat,
  sourceOf: SourceOf,
  docs = "docs/",
): string {
  if (format === "json") return `${JSON.stringify(diagnostics, null, 2)}\n`
  if (format === "github") return diagnostics.map(annotation).join("")
  return diagnostics.map((one) => formatText(one, sourceOf, docs)).join("\n")
}

type SourceOf = (path: string) => string | undefined

function formatText(one: Diagnostic, sourceOf: SourceOf, docs: string): string {
  const { code, severity, message, help, note } = one
  const head = `${formatLocation(one)} ${severity} ${code}: ${message}`
  const cause = note === undefined ? [] : noteFor(note, sourceOf)
  const cure = help === undefined ? [] : [`  help: ${help}`]
  const about = `  ${catalogue[code]}: ${docs}diagnostics/${code.slice(3, 5)}xx.md#${code.toLowerCase()}`
  return `${[head, ...frameIn(sourceOf, one, 1), ...cause, ...cure, about].join("\n")}\n`
}

function noteFor(note: Note, sourceOf: SourceOf): string[] {
  const frame = frameIn(sourceOf, note, 0).join("\n").replace(/^/gm, "  ")
  return [`  note: ${note.message}, ${formatLocation(note)}`, ...(frame === "" ? [] : [frame])]
}

function formatLocation({ file, line, column }: Location): string {
  return `${visible(file)}:${line}:${column}`
}

function frameIn(sourceOf: SourceOf, at: Location, around: number): string[] {
  const source = sourceOf(at.file)
  return source === undefined ? [] : [frameOf(at, source, around)]
}

/** The line with some context, and a marker under the span. */
function frameOf(
  { end_line, end_column, ...at }: Location,
  source: string,
  around: number,
): string {
  const lines = source.replace(/\r?\n$/, "").split("\n")
  // A span at the end of a file is shown after its last line.
  const isAtEnd = at.line > lines.length
  const line = isAtEnd ? lines.length : at.line
  const column = isAtEnd ? (lines.at(-1) ?? "").length + 1 : at.column
  const first = Math.max(line - around, 1)
  const from = column > WIDEST - MARGIN ? column - MARGIN : 1
  const shown = lines.slice(first - 1, line + around).map((text) => clip(visibleLine(text), from))
  const here = shown[line - first] ?? ""
  // An ellipsis replaces a clipped beginning.
  const start = column - from + (from > 1 ? 2 : 1)
  // A span of several lines is underlined on its first.
  const end = end_line === line ? start + end_column - column : here.length + 1
  const place = {
    start: { line, column: start },
    end: { line, column: Math.max(Math.min(end, here.length + 1), start) },
  }
  // A separate constant, because the published types lack `startLine`.
  const options = { startLine: first, linesAbove: 1, linesBelow: 1 }
  return codeFrameColumns(shown.join("\n"), place, options)
}

const WIDEST = 140
const MARGIN = 40

/** The visible part of a line that begins at a column. */
function clip(line: string, from: number): string {
  const text = line.slice(from - 1)
  const end = text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text
  return from > 1 ? `…${end}` : end
}

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
function annotation(one: Diagnostic): string {
  const kind = one.severity === "error" ? "error" : "warning"
  const { message, help, note } = one
  const asides = [
    ...(note ? [`${note.message}, ${formatLocation(note)}`] : []),
    ...(help ? [help] : []),
  ]
  const text = asides.length === 0 ? message : `${message} (${asides.join("; ")})`
  const property = (value: string) => escapeData(value).replace(/:/g, "%3A").replace(/,/g, "%2C")
  const place = `file=${property(one.file)},line=${one.line},endLine=${one.end_line},col=${one.column},endColumn=${one.end_column}`
  return `::${kind} ${place},title=${property(`${one.code} ${catalogue[one.code]}`)}::${escapeData(text)}\n`
}

function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A")
}
