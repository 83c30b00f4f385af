import type { JsonSchema } from "../definition.js"
import { violations } from "../validate.js"
import { relevant } from "./relevant.js"
import { wordViolation } from "./word.js"

/** Where a result breaks its contract, in one line; undefined where it does not. */
export function outputProblem(
  contract: { output: JsonSchema },
  output: unknown,
): string | undefined {
  const issues = relevant(violations(contract.output, output)).flatMap((each) =>
    wordViolation(each, output),
  )
  if (issues.length === 0) return undefined
  return issues.map(({ pointer, message }) => `${pointer || "result"}: ${message}`).join("; ")
}
