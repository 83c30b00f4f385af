/** Who is asked before something is destroyed for good; loaded by the first call that asks. */
import { reasonOf } from "../errors/index.js"
import { untilAborted } from "../timing/index.js"

/** What kept somebody from confirming, empty where they said no; undefined where they said yes. */
export async function unconfirmed<Intent extends { capability_id: string; input: unknown }>(
  confirm: (intent: Intent) => boolean | Promise<boolean>,
  intent: Intent,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  // A copy: what was confirmed is what will be carried out.
  const ask = async () => confirm({ ...intent, input: structuredClone(intent.input) })
  try {
    return (await (signal ? untilAborted(ask(), signal) : ask())) === true ? undefined : ""
  } catch (error) {
    return `: ${reasonOf(error)}`
  }
}
