import { didYouMean } from "../diagnostics/index.js"
import type { Inputs } from "../read/index.js"

/** Says that a project has no card of an id, and which one was meant; returns the exit code. */
export function printNoCard(inputs: Inputs, id: string): number {
  const ids = [...inputs.cards.keys()].map((path) =>
    path
      .replace(/^cards\//, "")
      .replace(/\.yaml$/, "")
      .replaceAll("/", "."),
  )
  const near = didYouMean(id, ids)
  process.stderr.write(`There is no card of \`${id}\`${near === undefined ? "." : `: ${near}`}\n`)
  return 1
}
