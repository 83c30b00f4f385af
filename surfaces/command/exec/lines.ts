/** Runs plain command lines, in order. */
import { withoutEmpty } from "../../tools/results/index.js"
import type { CommandLine } from "../input/index.js"
import { loadBrief } from "../output/index.js"
import {
  type CommandEnd,
  type Commands,
  type CommandWrite,
  shortLine,
  shownCall,
  together,
} from "./commands.js"
import type { Write } from "./run-program.js"
import { failureText } from "./text.js"

interface Lines extends Commands {
  mayWrite(words: readonly string[]): Promise<boolean>
  /** Receives the results of reads, and failures. */
  print(text: string): void
}

/**
 * Runs commands one after the other; reads that follow each other run at once. A command that fails, or whose exit code
 * is not 0, stops those that are bound to it by `&&`, and no others.
 */
export async function runLines(
  commands: readonly CommandLine[],
  lines: Lines,
  signal: AbortSignal,
) {
  const writes: CommandWrite[] = []
  const isWrite = await Promise.all(commands.map(({ words }) => lines.mayWrite(words)))
  const ahead = new Map<number, CommandEnd>()
  let [failed, done, exitCode, isBroken] = [0, 0, 0, false]
  for (const [at, { words, isBound }] of commands.entries()) {
    if (signal.aborted) break
    if (isBound && isBroken) {
      failed += 1
      if (isWrite[at]) writes.push({ command: shortLine(words.join(" ")), outcome: "not_applied" })
      continue
    }
    const end = ahead.get(at) ?? (await executeFrom(at))
    // A dry run goes on as if the command had been sent.
    const isDry = !end.answer.ok && end.answer.error.details?.dry_run === true
    isBroken = !isDry && (!end.answer.ok || !!end.exitCode)
    if (end.answer.ok) {
      done += 1
      exitCode ||= end.exitCode ?? 0
    } else if (!isDry) failed += 1
    writes.push(...end.writes)
    for (const note of end.notes) lines.noted(note)
    if (isDry) continue
    const isPlain = !words.some((word) => /^(?:--json|--jq|-q|--format|--envelope)/.test(word))
    const text = await textOfEnd(end, isWrite[at] === true, isPlain)
    const isNamed = end.answer.ok && commands.length > 1 && !isWrite[at]
    if (text !== "") lines.print(isNamed ? `# ${words.join(" ")}\n${text}` : text)
    else if (!isWrite[at] && end.notes.length === 0)
      lines.noted(`${shortLine(words.join(" "))}: no output`)
  }
  return { writes, failed, done, exitCode }

  /** Executes a command, together with the reads after it if it reads. */
  async function executeFrom(at: number): Promise<CommandEnd> {
    const isNext = ({ isBound }: CommandLine, index: number) =>
      index === at || (index > at && !isBound && !isWrite[index] && !isWrite[at])
    const end = commands.findIndex((one, index) => index > at && !isNext(one, index))
    const group = commands.slice(at, end < 0 ? undefined : end)
    const ends = await together(
      group.map(
        ({ words }) =>
          (client) =>
            lines.execute(words, client, signal),
      ),
      lines.client,
    )
    for (const [index, one] of ends.entries()) ahead.set(at + index, one)
    return ends[0] as CommandEnd
  }
}

/** What a reader needs: results of reads, failures, and the addresses that writes return. */
async function textOfEnd(
  { answer, text }: CommandEnd,
  isWrite: boolean,
  isPlain: boolean,
): Promise<string> {
  if (!answer.ok) return failureText(answer.error)
  const { data } = answer
  if (!isWrite || !isPlain) {
    const shown = text ?? (isPlain ? withoutEmpty(data) : data)
    return (await loadBrief()).brief(shown).replace(/\n$/, "")
  }
  if (typeof data === "string") return data.startsWith("✓ ") ? "" : data
  const urls = [data].flat().flatMap((one) => Object(one).url ?? [])
  return urls.join("\n")
}

const most = 20

/**
 * A summary of writes: which ones, unless all were applied; if the result tells them, the number of those applied.
 *
 * @param isImitated - whether a stranger's text before it looks like a summary, so that the true one must follow
 */
export function summaryOf(writes: readonly Write[], isTold: boolean, isImitated: boolean): string {
  const named = (outcome: Write["outcome"]) => writes.filter((one) => one.outcome === outcome)
  const [done, unknown, missed] = [named("done"), named("unknown"), named("not_applied")]
  const count = done.length === 0 ? [] : [`✓ ${countOf(done)}`]
  const lines = [
    ...(isTold ? count : linesOf("applied", done)),
    ...linesOf("not applied", missed),
    ...linesOf("unknown, check before you repeat", unknown, 5 * most),
  ]
  return lines.length === 0 && isImitated ? `✓ ${countOf([])}` : lines.join("\n")
}

const linesOf = (word: string, all: readonly Write[], most?: number) =>
  all.length === 0 ? [] : [`${word} (${all.length}): ${listed(all.map(shownWrite), most)}`]

export function countOf(writes: readonly Write[]): string {
  const count = writes.reduce((sum, { sent = 1 }) => sum + sent, 0)
  return count === 1 ? "1 write" : `${count} writes`
}

/** Text that imitates a summary or a note. */
export const likeSummary = /^(?:✓|note:|(?:not )?applied|unknown)/m

const shownWrite = (write: Write) => write.command ?? shownCall(write.task, write.input)

function listed(all: readonly string[], limit = most): string {
  const others = all.length > limit ? [`… ${all.length - limit} more`] : []
  return [...all.slice(0, limit), ...others].join("; ")
}
