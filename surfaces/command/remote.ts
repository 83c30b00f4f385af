/** Runs commands whose sender is not at this machine: a model over MCP, or a program. */
import { isUtf8 } from "node:buffer"
import { registry } from "../../generated/registry.js"
import {
  type CapabilitySummary,
  knownOf,
  type ObservedWrite,
  observeWrites,
  type ResultError,
} from "../../runtime/index.js"
import { type CommandWrite, type ExecuteCommand, shortLine, shownCall } from "./exec/index.js"
import { exitCodeFor } from "./failures.js"
import { namedBy } from "./gh/index.js"
import type { Remote } from "./gh-calls.js"
import { textOfWord } from "./input/index.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Failure, Terminal } from "./terminal/index.js"

/** Runs a command of gh, reads by `api`, or explains. No other command is allowed. */
export async function runRemote(
  argv: readonly string[],
  remote: Remote,
  terminal: Terminal,
): Promise<number> {
  try {
    const [first = "", ...words] = argv
    const { isGroup, runCommand } = await import("./as-gh.js")
    if (first === "explain" && words.length > 0) {
      const { explainAll } = await import("./capabilities.js")
      const { lineAsCommand } = await import("./gh-help.js")
      const { guard } = remote.client
      const isAllowed = (one: CapabilitySummary) => !guard.forbids(one)
      const view = { isAllowed, operations: false, line: lineAsCommand }
      return await explainAll(words.map(textOfWord), {}, terminal, view)
    }
    if (first === "api") {
      const { remoteApi } = await import("./api-remote.js")
      return await remoteApi(words, remote, terminal)
    }
    if (!(await isGroup(first))) {
      throw new UsageError(
        `There is no command ${JSON.stringify(textOfWord(first))}`,
        "Search for one: explain 'what it should do'",
      )
    }
    const { rootOf } = await import("./root.js")
    return await runCommand(argv, rootOf(terminal), terminal, remote)
  } catch (error) {
    return exitCodeFor(error, terminal)
  }
}

/**
 * A function that executes commands for a program, and returns their results as values.
 *
 * @param remote - where the commands run, apart from the client
 */
export function commandsAt(
  remote: Omit<Remote, "client">,
  refusals: Terminal["refusals"],
): ExecuteCommand {
  return async (words, client, signal) => {
    const seen: ObservedWrite[] = []
    const printed = { out: [] as Buffer[], err: [] as Buffer[], data: [] as string[] }
    let failure: Failure | undefined
    const terminal: Terminal = {
      stdin: (async function* () {})(),
      stdout: { write: (text) => printed.out.push(Buffer.from(text)) },
      stderr: { write: (text) => printed.err.push(Buffer.from(text)) },
      interrupted: signal,
      ...(refusals && { refusals }),
      reader: {
        data: (json) => void printed.data.push(json),
        failed: (one) => {
          failure ??= one
        },
      },
    }
    const own = observeWrites(client, (write) => void seen.push(write))
    const exitCode = await runRemote(words, { ...remote, client: own }, terminal)
    const bytes = Buffer.concat(printed.out)
    const isText = isUtf8(bytes)
    const out = bytes.toString(isText ? "utf8" : "base64")
    const err = Buffer.concat(printed.err).toString()
    const hasPrinted = out !== "" || printed.data.length > 0
    const error =
      failure || (exitCode !== exitCodes.ok && !hasPrinted)
        ? errorOf(failure ?? failureIn(err), exitCode, words)
        : undefined
    const isSilent = client.recording !== undefined && !hasPrinted && !error
    const isRecorded = isSilent && (await mayWrite(words))
    const data = printed.data.map((json) => JSON.parse(json))
    const writes = await writesOf(words, seen, error)
    return {
      answer: error
        ? { ok: false, error: withDone(error, writes) }
        : {
            ok: true,
            data: isRecorded
              ? `recorded: ${shown(words)}`
              : ((await doneIn(words, data, out)) ?? dataOf(data, out, err, words)),
          },
      notes: [...notesIn(err, words), ...(isText ? [] : [`${shown(words)}: bytes, as Base64`])],
      writes,
      exitCode,
      isRecorded,
      ...(!isOfOtherForm(words) && { name: shown(words) }),
      ...(data.length > 0 && out !== "" && { text: out }),
    }
  }
}

function dataOf(
  [only, ...others]: readonly unknown[],
  out: string,
  err: string,
  words: readonly string[],
): unknown {
  if (others.length > 0) return [only, ...others].flat()
  if (only !== undefined) return only
  if (out === "") return linesAfter("✓ ", err).map((line) => `✓ ${line}`)[0] ?? ""
  if (words.includes("--slurp")) return JSON.parse(out)
  if (isContent(words)) return out
  return words.slice(0, 2).join(" ") === "variable get" ? out.replace(/\n$/, "") : out.trimEnd()
}

/** In place of the named objects that a write returns, or of the addresses of several, that it is done. */
async function doneIn(
  words: readonly string[],
  data: readonly unknown[],
  out: string,
): Promise<string | undefined> {
  const lines = out.trimEnd().split("\n")
  const areAddresses = lines.length > 1 && lines.every((line) => /^https:\/\/\S+$/.test(line))
  if ((data.length === 0 && !areAddresses) || words.some(asksForData)) return undefined
  const { words: name = "", rest = [] } = (await mayWrite(words))
    ? ((await namedBy(words)) ?? {})
    : {}
  const end = rest.findIndex((word) => word.startsWith("-"))
  const named = rest.slice(0, end < 0 ? undefined : end).map(textOfWord)
  const isNamed = (one: unknown) => {
    const { number, id, title } = Object(one)
    return [number, id, title].some((value) => named.includes(String(value)))
  }
  if (name === "" || !data.flat().every(isNamed)) return undefined
  return named.length > 1 ? `✓ ${name} (${named.length})` : `✓ ${name} ${named}`
}

/** Whether the answer has members that only some of its objects have. */
const isOfOtherForm = ([first, ...words]: readonly string[]) =>
  first === "api" || words.some((word) => /^(?:--(?:jq|format|envelope)\b|-q)/.test(word))

const asksForData = (word: string) => /^(?:--(?:json|jq|format|envelope)\b|-q)/.test(word)

/** Commands that print content, if they have such an option. */
const contents: readonly (readonly [command: string, option?: RegExp])[] = [
  ...([["api"], ["pr diff"], ["repo file view"], ["repo read-file"]] as const),
  ["workflow view", /^(?:-y|--yaml)$/],
  ["gist view", /^(?:-[rf]|--raw|--filename)/],
]

/** Whether a command prints content as it is, line ends included. */
function isContent(words: readonly string[]): boolean {
  const line = `${words.join(" ")} `
  return (
    !words.some((word) => /^(?:-q|--jq|-t|--template)/.test(word)) &&
    contents.some(
      ([command, option = /^/]) =>
        line.startsWith(`${command} `) && words.some((word) => option.test(word)),
    )
  )
}

/** Notes, except that a list goes on where the command wants a few items (`-L 1`), or asks whether there are more. */
function notesIn(printed: string, words: readonly string[]): readonly string[] {
  const isFew = /(?:^| )(?:-L|--limit)[ =]?[12]?\d(?= |$)|hasNextPage/.test(words.join(" "))
  return linesAfter("note: ", printed)
    .filter((note) => !isFew || !/use (?:-L|--paginate) for more$/.test(note))
    .map((note) => `${shown(words)}: ${note}`)
}

const linesAfter = (start: string, text: string) =>
  text.split("\n").flatMap((line) => (line.startsWith(start) ? line.slice(start.length) : []))

/** What commander prints about a command line. */
function failureIn(printed: string): Failure {
  const [message = "", fix] = printed.trim().split(/\n *fix: /)
  const said = message.replace(/^ghx: /, "") || "the command failed"
  return { message: said, ...(fix !== undefined && { details: { fix } }) }
}

function errorOf(
  { code, message, details }: Failure,
  exitCode: number,
  words: readonly string[],
): ResultError {
  const known = code ?? (exitCode === exitCodes.usage ? "VALIDATION" : "UNKNOWN")
  // A program that prints the message of an error shows nothing else of it.
  const advice = details?.guard === "confirm" ? details.fix : undefined
  return {
    code: known as ResultError["code"],
    message: [`${shown(words)}: ${message}`, advice].filter(Boolean).join(". "),
    retryable: exitCode === exitCodes.temporary,
    ...(details && { details }),
  }
}

/** An error of a command of which a part may be done: repeated unchanged, it would do that part again. */
function withDone(error: ResultError, writes: readonly CommandWrite[]): ResultError {
  const done = writes.flatMap(({ command, outcome }) => (outcome === "done" ? command : []))
  const isUnknown = writes.some(({ outcome }) => outcome === "unknown")
  if (done.length === 0 && !isUnknown) return error
  const { outcome: _, ...others } = error.details ?? {}
  const details = {
    ...others,
    ...(done.length > 0 && { done }),
    ...(isUnknown && { outcome: "unknown" as const }),
  }
  return { ...error, retryable: error.retryable && done.length === 0, details }
}

/** The writes of a command; if all were applied, the command itself. */
async function writesOf(
  words: readonly string[],
  seen: readonly ObservedWrite[],
  error: ResultError | undefined,
): Promise<readonly CommandWrite[]> {
  const sent = seen.filter(({ envelope }) => envelope.ok || !envelope.error.details?.dry_run)
  if (error === undefined && sent.every(({ envelope }) => envelope.ok)) {
    return sent.length === 0 ? [] : [{ command: shown(words), outcome: "done", sent: sent.length }]
  }
  const [only, another] = sent
  if (only && !another) return [{ ...writeOf(only), command: shown(words) }]
  if (another) return sent.map(writeOf)
  const isWrite = error !== undefined && !error.details?.dry_run && (await mayWrite(words))
  return isWrite ? [{ command: shown(words), outcome: "not_applied" }] : []
}

function writeOf({ capability_id, input, envelope }: ObservedWrite): CommandWrite {
  const command = shownCall(capability_id, input)
  if (envelope.ok) return { command, outcome: "done" }
  const isUnknown = envelope.error.details?.outcome === "unknown"
  return { command, outcome: isUnknown ? "unknown" : "not_applied" }
}

export async function mayWrite(words: readonly string[]): Promise<boolean> {
  try {
    const { steps = [] } = (await namedBy(words)) ?? {}
    return steps.some(({ id }) => (knownOf(registry, id)?.effect ?? "read") !== "read")
  } catch {
    return false
  }
}

const shown = (words: readonly string[]) => shortLine(words.map(textOfWord).join(" "))
