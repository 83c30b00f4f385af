import { existsSync } from "node:fs"
import { join } from "node:path"
import { expansionOf, planOf } from "../compile/index.js"
import { type Diagnostic, didYouMean } from "../diagnostics/index.js"
import { cardSchema, printYaml } from "../parse/index.js"
import {
  cardPath,
  docsFor,
  type Inputs,
  idOfCard,
  ownLayout,
  type ProjectLayout,
  readInputs,
  sourceOf,
} from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"

/** Prints a card in its full form, in the usual order of keys; returns the exit code. */
export function printExpansion(project: ProjectLayout, id: string): number {
  return print(project, id, expansionOf, ({ value }) => {
    if (value === undefined) return undefined
    const entries = new Map(Object.entries(Object(value)))
    const keys = Object.keys(cardSchema.properties).filter((key) => entries.has(key))
    return Object.fromEntries(keys.map((key) => [key, entries.get(key)]))
  })
}

export function printPlan(project: ProjectLayout, id: string): number {
  return print(project, id, planOf, ({ plan }) => plan)
}

/** Prints a part of what is made of a card on stdout, and the diagnostics on stderr. */
function print<T extends { readonly diagnostics: readonly Diagnostic[] }>(
  project: ProjectLayout,
  id: string,
  madeOf: (inputs: Inputs, id: string) => T | undefined,
  partOf: (made: T) => unknown,
): number {
  const { package: installed } = project
  const inputs = readInputs(project)
  const made = madeOf(inputs, id)
  // A card of the package is an example for those of a project.
  if (made === undefined && installed !== undefined && existsSync(join(installed, cardPath(id))))
    return print(ownLayout(installed), id, madeOf, partOf)
  if (made === undefined) {
    const near = didYouMean(id, [...inputs.cards.keys()].map(idOfCard))
    process.stderr.write(
      `There is no card for \`${id}\`${near === undefined ? "." : `: ${near}`}\n`,
    )
    return 1
  }
  const docs = docsFor(inputs.package !== undefined)
  process.stderr.write(formatDiagnostics(made.diagnostics, "text", sourceOf(inputs), docs))
  const part = partOf(made)
  if (part === undefined) return 1
  process.stdout.write(printYaml(part))
  return 0
}
