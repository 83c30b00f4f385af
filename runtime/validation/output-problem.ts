import type { JsonSchema } from "../definition/index.js"
import { onlyKinds } from "./bounds.js"
import { issueList, issueSentence } from "./issues.js"
import { relevant } from "./relevant.js"
import { violations } from "./violations.js"
import { wordViolations } from "./word.js"

const kinds = new WeakMap<JsonSchema, JsonSchema>()

/**
 * Where a result breaks its contract, in one line; undefined where it does not.
 *
 * @param whole - whether it is held to every word of it, or to what costs little
 */
export async function outputProblem(
  contract: { readonly output: JsonSchema; readonly isDescribed?: true },
  output: unknown,
  whole: boolean,
): Promise<string | undefined> {
  if (contract.isDescribed) return undefined
  const schema = whole ? contract.output : kindsOf(contract.output)
  const broken = violations(schema, output)
  if (broken.length === 0) return undefined
  return issueSentence(issueList(await wordViolations(relevant(broken), output)), "result")
}

function kindsOf(schema: JsonSchema): JsonSchema {
  const known = kinds.get(schema) ?? onlyKinds(schema)
  kinds.set(schema, known)
  return known
}
