import { codeFrameColumns } from "@babel/code-frame"
import { catalogue } from "./catalogue.js"
import type { Diagnostic } from "./diagnostic.js"

export type DiagnosticFormat = "text" | "json" | "github"

/** Prints diagnostics: for people with the source line, for machines as JSON, or as workflow annotations. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  format: DiagnosticFormat,
  sourceOf: (path: string) => string | undefined,
): string {
  if (format === "json") return `${JSON.stringify(diagnostics, null, 2)}\n`
  if (format === "github") return diagnostics.map(annotation).join("")
  return diagnostics.map((one) => forPeople(one, sourceOf(one.file))).join("\n")
}

function forPeople(one: Diagnostic, source: string | undefined): string {
  const { file, line, column, end_line, end_column, code, severity, message, help } = one
  const head = `${file}:${line}:${column} ${severity} ${code}: ${message}`
  const frame =
    source === undefined
      ? []
      : [
          codeFrameColumns(
            source,
            // A span of several lines is underlined on its first.
            {
              start: { line, column },
              end: end_line === line ? { line, column: end_column } : { line, column },
            },
            { linesAbove: 1, linesBelow: 1 },
          ),
        ]
  const cure = help === undefined ? [] : [`  help: ${help}`]
  const about = `  ${catalogue[code]}: docs/diagnostics.md#${code.toLowerCase()}`
  return `${[head, ...frame, ...cure, about].join("\n")}\n`
}

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
function annotation(one: Diagnostic): string {
  const kind = one.severity === "error" ? "error" : "warning"
  const text = one.help === undefined ? one.message : `${one.message} (${one.help})`
  const property = (value: string) => escapeData(value).replace(/:/g, "%3A").replace(/,/g, "%2C")
  const place = `file=${property(one.file)},line=${one.line},endLine=${one.end_line},col=${one.column},endColumn=${one.end_column}`
  return `::${kind} ${place},title=${property(`${one.code} ${catalogue[one.code]}`)}::${escapeData(text)}\n`
}

function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A")
}
