import { planOf } from "../compile/index.js"
import { didYouMean } from "../diagnostics/index.js"
import { printPlan } from "../plan/index.js"
import { readInputs, sourceOf } from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"

/** Prints the plan of one capability on stdout, and what is wrong with its card on stderr; returns the exit code. */
export function printPlanOf(project: string, id: string): number {
  const inputs = readInputs(project)
  const planned = planOf(inputs, id)
  if (planned === undefined) {
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
  process.stderr.write(formatDiagnostics(planned.diagnostics, "text", sourceOf(inputs)))
  if (planned.plan === undefined) return 1
  process.stdout.write(printPlan(planned.plan))
  return 0
}
