/** The `gh` tool: takes a command line instead of a task, for models that know gh by heart. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { UsageError } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"
import type { Call } from "./questions.js"
import { refusals, worded } from "./results.js"

/** Executes a command for a sender that is not at this machine. */
export type RunCommand = (argv: readonly string[], terminal: Terminal) => Promise<number>

const forLess = "Cut off. For less: --json with fewer fields, --jq, or a smaller -L"

/** Executes a line. Several commands may be joined by `&&`; the first that fails is the last. */
export async function command(
  { line }: { readonly line: string },
  run: RunCommand,
  { signal }: Call,
): Promise<CallToolResult> {
  let text = ""
  const paper = {
    write(more: string | Uint8Array) {
      text += Buffer.from(more).toString()
    },
  }
  let exitCode = 0
  for (const [first = "", ...rest] of commandsIn(line)) {
    const argv = first === "gh" || first === "ghx" ? rest : [first, ...rest]
    const stdin = (async function* () {})()
    const terminal = { stdin, stdout: paper, stderr: paper, interrupted: signal, refusals }
    exitCode = await run(argv, terminal)
    if (exitCode !== 0) break
  }
  const shown = text.trimEnd()
  if (exitCode === 0) return worded(shown || "done", forLess)
  return { ...worded(shown || `exit code ${exitCode}`, forLess), isError: true }
}

/** Characters that only a shell would interpret; there is no shell. */
const shell = /[|&;<>`$()]/

/**
 * The words of the commands in a line, split like in a shell: quoted or escaped characters are plain text.
 *
 * @throws UsageError for syntax that only a shell executes
 */
export function commandsIn(line: string): readonly (readonly string[])[] {
  let words: string[] = []
  const commands = [words]
  let word: string | undefined
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at)
    if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (letter === "'" || letter === '"') {
      const [quoted, text] = quotedAt(line.slice(at))
      word = (word ?? "") + text
      at += quoted.length - 1
    } else if (letter === "\\" && at + 1 < line.length) {
      at += 1
      word = (word ?? "") + line.charAt(at)
    } else if (line.startsWith("&&", at)) {
      if (word !== undefined) words.push(word)
      word = undefined
      words = []
      commands.push(words)
      at += 1
    } else if (shell.test(letter)) {
      throw new UsageError(
        `${letter} is shell syntax, and there is no shell`,
        "Quote it as '…'; only && can join commands",
      )
    } else {
      word = (word ?? "") + letter
    }
  }
  if (word !== undefined) words.push(word)
  return commands
}

/** A quoted part at the beginning of a line, and its value. */
function quotedAt(text: string): readonly [quoted: string, text: string] {
  const [single, plain] = /^'([^']*)'/.exec(text) ?? []
  if (single !== undefined && plain !== undefined) return [single, plain]
  const [double, escaped] = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(text) ?? []
  if (double !== undefined && escaped !== undefined) {
    return [double, escaped.replaceAll(/\\(["\\$`\n])/g, "$1")]
  }
  throw new UsageError("A quote is not closed")
}
