import type { JsonSchema } from "../definition/index.js"
import { issueList, issueSentence } from "./issues.js"
import { relevant } from "./relevant.js"
import { violations } from "./violations.js"
import { wordViolations } from "./word.js"

/** Where a result breaks its contract, in one line; undefined where it does not. */
export async function outputProblem(
  contract: { output: JsonSchema },
  output: unknown,
): Promise<string | undefined> {
  const broken = relevant(violations(contract.output, output))
  const issues = issueList(await wordViolations(broken, output))
  return issues.length === 0 ? undefined : issueSentence(issues, "result")
}
