/** The `gh` tool: takes a command line instead of a task, for models that know gh by heart. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { commandsIn, withoutName } from "../input/index.js"
import type { Terminal } from "../terminal/index.js"
import type { Call } from "./questions.js"
import { refusals, worded } from "./results.js"

/** Executes a command for a sender that is not at this machine. */
export type RunCommand = (argv: readonly string[], terminal: Terminal) => Promise<number>

const forLess = "Cut off. For less: --json with fewer fields, --jq, or a smaller -L"

/**
 * Executes a line. Several commands may be joined by `&&`; the first that fails is the last.
 *
 * @param recorded - the tasks that the client has recorded in place of sending them
 */
export async function command(
  { line }: { readonly line: string },
  run: RunCommand,
  { signal }: Call,
  recorded: readonly { readonly task: string }[] = [],
): Promise<CallToolResult> {
  let text = ""
  const before = recorded.length
  const paper = {
    write(more: string | Uint8Array) {
      text += Buffer.from(more).toString()
    },
  }
  let exitCode = 0
  for (const words of commandsIn(line)) {
    const stdin = (async function* () {})()
    const terminal = { stdin, stdout: paper, stderr: paper, interrupted: signal, refusals }
    exitCode = await run(withoutName(words), terminal)
    if (exitCode !== 0) break
  }
  const shown = text.trimEnd()
  const kept = recorded.slice(before).map(({ task }) => task)
  const done = kept.length > 0 ? `recorded, and not sent: ${kept.join(", ")}` : "done"
  if (exitCode === 0) return worded(shown || done, forLess)
  return { ...worded(shown || `exit code ${exitCode}`, forLess), isError: true }
}
