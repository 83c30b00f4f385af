import { planOf } from "../compile/index.js"
import { printYaml } from "../parse/index.js"
import { docsFor, type ProjectLayout, readInputs, sourceOf } from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"
import { printNoCard } from "./print-no-card.js"

/** Prints the plan of one capability on stdout, and its diagnostics on stderr; returns the exit code. */
export function printPlanOf(project: ProjectLayout, id: string): number {
  const inputs = readInputs(project)
  const planned = planOf(inputs, id)
  if (planned === undefined) return printNoCard(inputs, id)
  process.stderr.write(
    formatDiagnostics(
      planned.diagnostics,
      "text",
      sourceOf(inputs),
      docsFor(inputs.package !== undefined),
    ),
  )
  if (planned.plan === undefined) return 1
  process.stdout.write(printYaml(planned.plan))
  return 0
}
