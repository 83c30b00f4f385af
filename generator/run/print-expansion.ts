import { expansionOf } from "../compile/index.js"
import { cardSchema, printYaml } from "../parse/index.js"
import { docsFor, type ProjectLayout, readInputs, sourceOf } from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"
import { printNoCard } from "./print-no-card.js"

/** Prints a card in its full form on stdout, and its diagnostics on stderr; returns the exit code. */
export function printExpansionOf(project: ProjectLayout, id: string): number {
  const inputs = readInputs(project)
  const expanded = expansionOf(inputs, id)
  if (expanded === undefined) return printNoCard(inputs, id)
  process.stderr.write(
    formatDiagnostics(
      expanded.diagnostics,
      "text",
      sourceOf(inputs),
      docsFor(inputs.package !== undefined),
    ),
  )
  if (expanded.value === undefined) return 1
  process.stdout.write(expandedText(expanded.value))
  return 0
}

/** A card in its full form, as YAML in the usual order of keys. */
export function expandedText(value: unknown): string {
  const entries = new Map(Object.entries(Object(value)))
  const keys = Object.keys(cardSchema.properties).filter((key) => entries.has(key))
  return printYaml(Object.fromEntries(keys.map((key) => [key, entries.get(key)])))
}
