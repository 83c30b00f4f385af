/** Asks the user before a destructive operation. Loaded by the first such operation. */
import type { Intent } from "../../runtime/index.js"
import { ask, canAsk } from "./ask.js"
import type { Terminal } from "./terminal/index.js"

/** Whether the user confirms; always false without a terminal. */
export async function confirm(
  { capability_id, input }: Intent,
  terminal: Terminal,
): Promise<boolean> {
  if (!canAsk(terminal)) return false
  const question = `${capability_id} ${JSON.stringify(input)} cannot be undone. Continue? [y/N] `
  return /^y(es)?$/i.test((await ask(question, terminal)) ?? "")
}
