/** Confirmation of destructive calls. Loaded by the first of them. */
import { reasonOf } from "../errors/index.js"
import { untilAborted } from "../timing/index.js"

/** The reason why there is no confirmation, empty if it was denied; undefined if it was given. */
export async function confirmationProblem<Intent extends { capability_id: string; input: unknown }>(
  confirm: (intent: Intent) => boolean | Promise<boolean>,
  intent: Intent,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  // A copy, so that exactly what was confirmed is sent.
  const ask = async () => confirm({ ...intent, input: structuredClone(intent.input) })
  try {
    return (await (signal ? untilAborted(ask(), signal) : ask())) === true ? undefined : ""
  } catch (error) {
    return `: ${reasonOf(error)}`
  }
}
