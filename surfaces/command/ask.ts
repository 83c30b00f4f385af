/** Asks the user on a terminal. Loaded with the first question. */
import { createInterface } from "node:readline/promises"
import type { Terminal } from "./terminal/index.js"

/** Whether the user answers yes; no, too, after Ctrl-C or Ctrl-D. */
export async function agrees(question: string, terminal: Terminal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `, terminal)) ?? "")
}

/** The user's answer; undefined after Ctrl-C or Ctrl-D. */
export async function ask(
  question: string,
  { stdin, stderr, interrupted }: Terminal,
): Promise<string | undefined> {
  const lines = createInterface({
    input: stdin as unknown as NodeJS.ReadableStream,
    output: stderr as unknown as NodeJS.WritableStream,
  })
  const gone = new AbortController()
  // While readline reads, the terminal sends Ctrl-C to it, not to the process.
  for (const event of ["SIGINT", "close"]) lines.once(event, () => gone.abort())
  try {
    const signal = AbortSignal.any([interrupted, gone.signal])
    return (await lines.question(question, { signal })).trim()
  } catch {
    return undefined
  } finally {
    lines.close()
  }
}
