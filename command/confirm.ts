/** Asks a person before something is destroyed for good; loaded where that is to happen. */
import { createInterface } from "node:readline/promises"
import type { Intent } from "../runtime/index.js"
import type { Terminal } from "./terminal/index.js"

/** Whether a person says yes; where there is none to ask, nobody does. */
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
  try {
    const answer = await lines.question(question, { signal: interrupted })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
