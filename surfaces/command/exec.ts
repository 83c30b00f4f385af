/** `ghx exec`: runs a script that uses `ghx`, typically written by a model, in a sandbox. */
import { createExecutor } from "../../generated/calls.js"
import { type AttemptMeta, type ResultWarning, recordingClient } from "../../runtime/index.js"
import { type Connection, type Verbosity, withClient } from "./client.js"
import { countOf, type ProgramEnd, runProgram, type Write } from "./exec/index.js"
import { type GuardFlags, guardsOf } from "./guards.js"
import { defaultPlace, namedRepository, readText, usualHost } from "./input/index.js"
import {
  exitCodeOf,
  exitCodeOfWarnings,
  exitCodes,
  Interrupted,
  ofPrograms,
  onlyOnce,
  onWaitIn,
  printAttempts,
  printError,
  printerFor,
  printNote,
  printWarning,
  whileShown,
} from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { commandsAt } from "./remote.js"
import { forReader, type Terminal } from "./terminal/index.js"

interface ExecFlags
  extends Omit<Connection, "guards" | "host">,
    GuardFlags,
    Verbosity,
    OptionValues<"jq" | "repo"> {
  /** In seconds. */
  readonly timeout?: number
  /** Prints for a model: lists of objects as tables, and what the script logs. */
  readonly brief?: boolean
}

export async function exec(code: string, flags: ExecFlags, terminal: Terminal): Promise<number> {
  const { timeout, repo, dryRun, trace, brief, jq, interrupted: signal } = { ...flags, ...terminal }
  const program = await readText("CODE", code, terminal)
  const print = await printerFor(flags, undefined, terminal)
  const { host } = namedRepository(repo) ?? {}
  const repository = defaultPlace(repo, usualHost())
  const timeout_ms = timeout === undefined ? undefined : timeout * 1000
  const connection = { ...flags, host, keepsAnswers: true, guards: await guardsOf(flags) }
  return withClient(connection, terminal, async (client) => {
    // What a program writes depends on what it reads.
    const own = dryRun ? recordingClient(client).client : client
    const executor = createExecutor({ client: own })
    const remote = { repository: repo, host: host ?? usualHost() }
    const commands = {
      client: own,
      execute: commandsAt(remote, terminal.refusals ?? ofPrograms),
      noted: onlyOnce((note) => printNote(note, terminal)),
    }
    const warnings: ResultWarning[] = []
    const warned = (warning: ResultWarning) => {
      warnings.push(warning)
      printWarning(warning, terminal)
    }
    const traced = (id: string, attempts: readonly AttemptMeta[]) =>
      printAttempts(id, attempts, terminal)
    const callContext = {
      ...{ executor, signal, warned, onWait: onWaitIn(terminal), commands },
      ...(trace && { traced }),
    }
    const end = await whileShown(
      runProgram(program, callContext, { timeout_ms, repository, untrusted: own.guard.untrusted }),
      terminal.stderr,
    )
    const isText = brief === true && jq === undefined
    await printText(end, isText, terminal)
    const { recorded = [] } = end
    const would = (one: string) => `would: ${forReader(one, terminal.stdout)}\n`
    if (isText) for (const one of dryRun ? recorded : []) terminal.stdout.write(would(one))
    else if (dryRun) await print(recorded)
    else if (end.ok) await print(end.data, undefined, undefined, own.guard.untrusted)
    const done = end.writes.filter(({ outcome }) => outcome === "done")
    const missed = end.writes.filter(({ outcome }) => outcome !== "done")
    // Without a result, a program that wrote would look like one that did nothing.
    const isCounted = end.ok && (end.failed || end.data === null) && done.length > 0
    if (isCounted) printNote(`done: ${countOf(done)}`, terminal)
    for (const one of end.ok ? missed : end.writes) printNote(wordsOf(one), terminal)
    const isPartial = end.ok && (end.failed || missed.some(({ outcome }) => outcome === "unknown"))
    if (end.ok) return isPartial ? exitCodes.partial : exitCodeOfWarnings(warnings)
    if (signal.aborted) throw new Interrupted(outcomeOf(end.writes))
    printError(end.error, terminal)
    return exitCodeOf(end.error)
  })
}

/** Prints what a program logged, and for a model what it returned. Other programs may read a text, so it is whole. */
async function printText(end: ProgramEnd, isText: boolean, terminal: Terminal): Promise<void> {
  const { mostCharacters, shownOf } = await import("./exec/index.js")
  const data = isText && end.ok ? end.data : undefined
  const isWhole = typeof data === "string"
  const stream = isText ? terminal.stdout : terminal.stderr
  const parts = { logs: end.logs, ...(!isWhole && { data }) }
  const { text, isCut } = await shownOf(parts, isText ? mostCharacters : Number.POSITIVE_INFINITY)
  for (const one of [text, isWhole ? data.replace(/\n$/, "") : ""])
    if (one !== "") stream.write(`${forReader(one, stream)}\n`)
  if (isText && end.ok && text === "" && !isWhole && end.writes.length === 0 && !end.recorded)
    printNote("nothing to show: `return` a value", terminal)
  if (isCut) printNote("cut off: count and filter in the script; `ghx exec -` prints all", terminal)
}

const longest = 200

const words = { done: "done", unknown: "may be done", not_applied: "not applied" }

/** A write that was executed before the program failed, or refused. */
function wordsOf(write: Write): string {
  const { outcome } = write
  const given =
    write.command === undefined ? `${write.task} ${JSON.stringify(write.input)}` : write.command
  const shown = given.length > longest ? `${given.slice(0, longest - 1)}…` : given
  return `${words[outcome]}: ${shown}`
}

function outcomeOf(writes: readonly Write[]) {
  const done = writes.filter(({ outcome }) => outcome !== "not_applied")
  if (done.length === 0) return "not_sent"
  return done.some(({ outcome }) => outcome === "unknown") ? "unknown" : undefined
}
