import type { Client } from "../client/index.js"
import { permanent } from "../errors/index.js"
import type { Attempt, Call, Definition } from "../routes/index.js"
import { outputProblem } from "../validation/index.js"

/** A result that breaks its contract is not passed on. */
export async function checked<T>(call: Call<T>, attempt: Attempt<T>): Promise<Attempt<T>> {
  if (!attempt.ok) return attempt
  const problem = await mismatch(call.definition, attempt.data, call.client)
  if (problem === undefined) return attempt
  const applied = call.definition.effect !== "read"
  const failure = permanent(
    "UNKNOWN",
    "unknown",
    `The result of ${call.definition.id} breaks its contract: ${problem}`,
    applied ? { applied, fix: "GitHub carried out the write; do not repeat the call" } : undefined,
  )
  return { ok: false, failure, ...(attempt.headers && { headers: attempt.headers }) }
}

/** Everything in development and tests, where it is a defect to see; in production what costs little. */
export function mismatch(
  definition: Definition,
  output: unknown,
  { validate_output }: Client,
): Promise<string | undefined> {
  return outputProblem(definition, output, validate_output)
}
