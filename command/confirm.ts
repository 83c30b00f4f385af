/** Asks a person before something is destroyed for good; loaded where that is to happen. */
import { createInterface } from "node:readline/promises"
import type { Intent } from "../runtime/index.js"
import type { Terminal } from "./terminal/index.js"

/** Whether a person says yes; where there is none to ask, nobody does. Ctrl-C and Ctrl-D mean no. */
export async function confirm(
  { capability_id, input }: Intent,
  { stdin, stderr, interrupted }: Terminal,
): Promise<boolean> {
  if (!stdin.isTTY || !stderr.isTTY) return false
  const question = `${capability_id} ${JSON.stringify(input)} cannot be undone. Go on? [y/N] `
  const lines = createInterface({
    input: stdin as unknown as NodeJS.ReadableStream,
    output: stderr as unknown as NodeJS.WritableStream,
  })
  const gone = new AbortController()
  // The terminal gives Ctrl-C to whoever reads lines, and not to the process.
  for (const event of ["SIGINT", "close"]) lines.once(event, () => gone.abort())
  try {
    const signal = AbortSignal.any([interrupted, gone.signal])
    return /^y(es)?$/i.test((await lines.question(question, { signal })).trim())
  } catch {
    return false
  } finally {
    lines.close()
  }
}
