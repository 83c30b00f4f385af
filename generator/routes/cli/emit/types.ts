import { type Doc, localInterface } from "../../../emit/index.js"
import { reads } from "../../../path/index.js"
import type { CliPlan } from "../../../plan/index.js"

/** Interfaces for the fields of gh's output that the mappings read. */
export function printedTypes(cli: CliPlan): Doc[] {
  const { command, reader, printed, earlier, output } = cli
  const mapped = [command, ...(reader ? [reader] : [])].flatMap(({ arguments: given, flags }) => [
    ...given,
    ...flags.map(({ expression }) => expression),
  ])
  const isEarlierRead = [...mapped, output.root.expression, output.value].some((one) =>
    reads(one, "earlier"),
  )
  return [
    ...localInterface("Printed", printed),
    ...(isEarlierRead ? localInterface("Earlier", earlier) : []),
  ]
}
