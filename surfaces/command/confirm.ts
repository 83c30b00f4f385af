/** Asks the user before a destructive operation. Loaded by the first such operation. */
import type { Intent } from "../../runtime/index.js"
import { agrees } from "./ask.js"
import { questionOf } from "./output/index.js"
import { canAsk, type Terminal } from "./terminal/index.js"

/** Whether the user confirms; always false without a terminal. */
export async function confirm(intent: Intent, terminal: Terminal): Promise<boolean> {
  return canAsk(terminal) && agrees(questionOf(intent), terminal)
}
