/** Who is asked before something is destroyed for good; loaded by the first call that asks. */
import { reasonOf } from "../errors/index.js"
import { untilAborted } from "../timing/index.js"

/** Why something may not be destroyed, in words; undefined where somebody has confirmed it. */
export async function unconfirmed<Intent extends { capability_id: string; input: unknown }>(
  confirm: (intent: Intent) => boolean | Promise<boolean>,
  intent: Intent,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  // A copy: what was confirmed is what will be carried out.
  const ask = async () => confirm({ ...intent, input: structuredClone(intent.input) })
  const message = `${intent.capability_id} was not confirmed`
  try {
    return (await (signal ? untilAborted(ask(), signal) : ask())) === true ? undefined : message
  } catch (error) {
    return `${message}: ${reasonOf(error)}`
  }
}
