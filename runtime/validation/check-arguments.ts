import type { JsonSchema } from "../definition/index.js"
import type { ResultError } from "../envelope/index.js"
import { snapshot } from "../input/index.js"
import { checkInput } from "./check-input.js"
import { issueSentence } from "./issues.js"

/** Validates the arguments of a tool without a capability, with the messages of every invalid input. */
export async function checkArguments(
  tool: string,
  input: JsonSchema,
  given: unknown,
): Promise<{ ok: true; input: unknown } | { ok: false; error: ResultError }> {
  const checked = await checkInput({ input }, snapshot(given))
  const { issues } = checked
  if (issues.length === 0) return { ok: true, input: checked.input }
  const message = `Invalid arguments of ${tool}: ${issueSentence(issues, "arguments")}`
  const details = { issues, outcome: "not_sent" as const }
  return { ok: false, error: { code: "VALIDATION", message, retryable: false, details } }
}
