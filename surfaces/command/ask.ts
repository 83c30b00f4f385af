/** Asks the user on a terminal. Loaded with the first question. */
import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import type { Intent } from "../../runtime/index.js"
import { questionOf } from "./output/index.js"
import { canAsk, type Terminal } from "./terminal/index.js"

/** Whether the user confirms a destructive operation; always false without a terminal. */
export async function confirm(intent: Intent, terminal: Terminal): Promise<boolean> {
  return canAsk(terminal) && agrees(questionOf(intent), terminal)
}

/** Whether the user answers yes; no, too, after Ctrl-C or Ctrl-D. */
export async function agrees(question: string, terminal: Terminal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `, terminal)) ?? "")
}

/** The user's answer; undefined after Ctrl-C or Ctrl-D. A hidden answer is not shown as it is typed. */
export async function ask(
  question: string,
  { stdin, stderr, interrupted }: Terminal,
  { isHidden = false } = {},
): Promise<string | undefined> {
  const output = isHidden ? questionOnly(question, stderr) : stderr
  const lines = createInterface({
    input: stdin as unknown as NodeJS.ReadableStream,
    output: output as unknown as NodeJS.WritableStream,
    // Otherwise the terminal itself shows what is typed.
    ...(isHidden && { terminal: true }),
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
    if (isHidden) stderr.write("\n")
  }
}

/** An output that writes the question, and nothing of the answer. */
function questionOnly(question: string, stderr: Terminal["stderr"]): Writable {
  stderr.write(question)
  return new Writable({ write: (_text, _encoding, written) => written() })
}
