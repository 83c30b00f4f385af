import { didYouMean } from "../diagnostics/index.js"
import type { Inputs } from "../read/index.js"

/** Reports that no card of the project has an id, and suggests similar ids; returns the exit code. */
export function printNoCard(inputs: Inputs, id: string): number {
  const ids = [...inputs.cards.keys()].map((path) =>
    path
      .replace(/^cards\//, "")
      .replace(/\.yaml$/, "")
      .replaceAll("/", "."),
  )
  const near = didYouMean(id, ids)
  process.stderr.write(`There is no card for \`${id}\`${near === undefined ? "." : `: ${near}`}\n`)
  return 1
}
