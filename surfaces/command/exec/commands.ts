/** Commands of gh in a program: gh`issue close ${number}`. */
import { sharedDocuments } from "../../../runtime/batch/index.js"
import type { Client, ResultError, WriteOutcome } from "../../../runtime/index.js"
import { wordsOfTemplate } from "../input/index.js"
import { exitCodes, UsageError } from "../output/index.js"

export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: ResultError }

export interface CommandWrite {
  readonly command: string
  readonly outcome: "done" | "unknown" | "not_applied"
  /** How many calls the command sent, if not one: several targets, or a comment before it closes. */
  readonly sent?: number
}

export interface CommandEnd {
  /** The data that the command prints as JSON, or else its text. */
  readonly answer: Answer
  readonly notes: readonly string[]
  readonly writes: readonly CommandWrite[]
  /** What a shell would see, also of a command that printed its answer: 1 of `pr checks` with a failure. */
  readonly exitCode?: number
  /** The command, if the members of its answer are known: not those of an expression, or of GitHub's own form. */
  readonly name?: string
  /** What `--jq` prints in a shell, if the answer is its values. */
  readonly text?: string
  /** Whether nothing was sent, and the answer only says so. */
  readonly isRecorded?: boolean
}

/** Executes a command for a sender that is not at this machine. */
export type ExecuteCommand = (
  words: readonly string[],
  client: Client,
  signal: AbortSignal,
) => Promise<CommandEnd>

export interface Commands {
  readonly client: Client
  readonly execute: ExecuteCommand
  /** Receives notes, such as that a list goes on. */
  noted(note: string): void
}

interface AskedCommand {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
}

/** Executes commands that a program starts in the same turn; their requests share documents. */
export async function executeCommands(
  asked: readonly AskedCommand[],
  { client, execute, noted }: Commands,
  signal: AbortSignal,
): Promise<readonly CommandEnd[]> {
  const ends = await together(
    asked.map((one) => (client: Client) => endOf(one, (words) => execute(words, client, signal))),
    client,
  )
  for (const note of ends.flatMap(({ notes }) => notes)) noted(note)
  return ends.map((end, at) => thrown(end, asked[at]?.parts.join("…")))
}

/** As in a shell, a command that says by its exit code that checks failed or are pending ends the program. */
function thrown(end: CommandEnd, command: string | undefined): CommandEnd {
  const { answer, exitCode, writes } = end
  const isPending = exitCode === exitCodes.pending
  const isExit = exitCode === exitCodes.failed || isPending
  // A write that GitHub has applied in part is no failure.
  if (!answer.ok || !isExit || writes.length > 0 || typeof answer.data !== "string") return end
  const message = `${command}: exit code ${exitCode}: ${answer.data}`
  const error: ResultError = { code: "UNKNOWN", message, retryable: isPending }
  return { ...end, answer: { ok: false, error } }
}

/** Runs functions at once, whose calls share documents if there are several. */
export async function together<T>(
  all: readonly ((client: Client) => Promise<T>)[],
  client: Client,
): Promise<readonly T[]> {
  const [only, another] = all
  if (only && !another) return [await only(client)]
  const admit = sharedDocuments(client)
  const started = all.map((run) => ({ run, participant: admit() }))
  return Promise.all(
    started.map(({ run, participant }) => run(participant.client).finally(participant.end)),
  )
}

async function endOf(
  { parts, values }: AskedCommand,
  execute: (words: readonly string[]) => Promise<CommandEnd>,
): Promise<CommandEnd> {
  try {
    return await execute(wordsOfTemplate(parts, values))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { answer: { ok: false, error: misused(error) }, notes: [], writes: [] }
  }
}

export function misused({ message, fix }: UsageError): ResultError {
  const outcome: WriteOutcome = "not_sent"
  const details = { outcome, ...(fix !== undefined && { fix }) }
  return { code: "VALIDATION", message, retryable: false, details }
}

/** `issue.close 4`: a call by what it is about. */
export function shownCall(task: string, input: unknown): string {
  const { owner: _, repo: __, ...others } = Object(input)
  const [subject = ""] = Object.values(others).filter((one) => typeof one !== "object")
  return shortLine(`${task} ${subject}`)
}

export function shortLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

const longest = 80
