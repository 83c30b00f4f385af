/** `ghx runs` and `ghx chain --run`: runs that survive the end of their process. */
import { lstatSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { refuseLinks } from "../../generator/disk/index.js"
import type {
  ChainOptions,
  ChainResultEnvelope,
  ChainStepResult,
  Client,
} from "../../runtime/index.js"
import { tried } from "../../runtime/text/index.js"
import {
  type CurrentStep,
  durable,
  type FailedStep,
  type FileJournal,
  fileJournal,
  progressOf,
  RunError,
  type RunProgress,
  settleStep,
} from "../durable/index.js"
import { currentClone, refusing } from "./in-clone.js"
import { asUsage, CommandError, exitCodes, printAs, printNote, UsageError } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

type RunsFlags = OptionValues<"runs", "json">

/** The lease of a run. After a process was killed, the same command waits until its lease has expired. */
const LEASE_MS = 10_000

type Results = readonly ChainStepResult<string, unknown>[]

export async function runTasks(
  { name, runs }: { readonly name: string; readonly runs: string | undefined },
  tasks: readonly { readonly task: string; readonly input: unknown }[],
  client: Client,
  options: ChainOptions,
): Promise<ChainResultEnvelope<ChainStepResult<string, unknown>[]>> {
  const { run: executeCall } = durable(client, {
    journal: journalIn(runs, name),
    lease_ms: LEASE_MS,
  })
  return executeCall(name, tasks, options).catch(refused)
}

/** Converts errors of a run to usage errors, unless the same command may succeed later. */
const refused = (error: unknown): never => {
  const { reason, cause, message }: Partial<RunError> = Object(error)
  const isUnreadable = cause !== undefined && !("code" in Object(cause))
  const mayPass = reason === "in_use" || reason === "lost" || (reason === "store" && !isUnreadable)
  if (mayPass) throw new CommandError(`${message}`, undefined, exitCodes.temporary)
  return asUsage(RunError, TypeError)(error)
}

/** Reports the unfinished steps of a run, and those whose outcome must be checked on GitHub. */
export function tellRest(run: string, results: Results, terminal: Terminal): void {
  const unknown = results.flatMap((one, at) =>
    !one.ok && one.error.details?.outcome === "unknown" ? [{ at, ...one }] : [],
  )
  for (const { at, task, error } of unknown)
    printNote(unknownText({ step: `${at}`, task, ...error, ...error.details }), terminal)
  const [first] = unknown
  if (first) printNote(`then run: ghx runs settle ${run} ${first.at} done (or not-done)`, terminal)
  printNote(`run ${run} is not complete. Repeat the command to run the steps that failed`, terminal)
}

function unknownText({
  step,
  task,
  message,
  unreconciled,
}: Pick<FailedStep, "step" | "task" | "message"> & { unreconciled?: unknown }): string {
  const why = unreconciled ?? message
  return `#${step} ${task}: unknown whether it was applied: ${why}. Check on GitHub`
}

export async function listRuns(flags: RunsFlags, terminal: Terminal): Promise<number> {
  const journal = journalIn(flags.runs)
  const all: RunProgress[] = []
  let exitCode: number = exitCodes.ok
  for (const run of await journal.runs()) {
    const one = await progressIn(journal, run).catch((error: unknown) => {
      if (!(error instanceof RunError)) throw error
      printNote(error.message, terminal)
      exitCode = exitCodes.partial
    })
    if (one) all.push(one)
  }
  await printAs(flags, all, all.map(lineOf).join("\n") || "no runs", terminal)
  return exitCode
}

export async function showRun(run: string, flags: RunsFlags, terminal: Terminal): Promise<number> {
  const one = await progressIn(journalIn(flags.runs), run).catch(refused)
  if (!one) throw new UsageError(`there is no run ${run}`, "List them: ghx runs")
  await printAs(flags, one, linesOf(one).join("\n"), terminal)
  return exitCodes.ok
}

/** Records the outcome that the user found on GitHub. */
export async function settle(
  [run, step, became]: readonly [string, string, "done" | "not-done"],
  { runs }: RunsFlags,
  terminal: Terminal,
): Promise<number> {
  await settleStep(journalIn(runs, run), run, step, became).catch(refused)
  printNote(
    `#${step} of run ${run} is ${became}. Repeat the command of the run to continue from there`,
    terminal,
  )
  return exitCodes.ok
}

async function progressIn(journal: FileJournal, run: string): Promise<RunProgress | undefined> {
  const [entries, holder] = await Promise.all([journal.read(run), journal.holder(run)])
  return progressOf(run, entries, holder !== undefined)
}

function lineOf({ run, status, done, total, begun_at }: RunProgress): string {
  return `${run}  ${status}  ${done} of ${total ?? "?"}  begun ${begun_at}`
}

function linesOf(one: RunProgress): string[] {
  const { total, done, items_done, done_per_minute: rate, active_at, current, failed } = one
  const items = items_done > 0 ? [`${items_done} list items done`] : []
  const speed = rate === null ? [] : [`${rate} a minute`]
  const left = rate && total !== null && one.status === "running" ? (total - done) / rate : 0
  const ends = left > 0 ? [`about ${Math.ceil(left * 60)} s left`] : []
  return [
    lineOf(one),
    [`${done} of ${total ?? "?"} steps done`, ...items, ...speed, ...ends].join(", "),
    `last active ${active_at}`,
    ...current.map(currentText),
    ...failed.map(failedText),
  ]
}

function currentText({ step, task, since, waits_for, waits_until = "" }: CurrentStep): string {
  const text = `waiting for #${step} ${task}, since ${since}`
  const isLimited = Date.parse(waits_until) > Date.now()
  return isLimited ? `${text}: rate budget (${waits_for}) until ${waits_until}` : text
}

function failedText(one: FailedStep): string {
  if (one.unknown) return unknownText(one)
  const wait = one.retry_after_ms ? `, again in ${Math.ceil(one.retry_after_ms / 1000)} s` : ""
  return `failed: #${one.step} ${one.task}: ${one.message}${wait}`
}

/**
 * Journals are kept per user, independent of the current folder.
 *
 * @param run - the run to write
 * @throws UsageError if a link of the current clone leads to its folder
 */
function journalIn(named: string | undefined, run = ""): FileJournal {
  const { GHX_BASE_URL, GHX_RUNS, XDG_STATE_HOME } = process.env
  const state = XDG_STATE_HOME || join(homedir(), ".local/state")
  // What is done on another server, such as a sandbox, is not done on GitHub.
  const place = GHX_BASE_URL ? `runs-${encodeURIComponent(GHX_BASE_URL)}` : "runs"
  const folder = named ?? (GHX_RUNS || join(state, "ghx", place))
  const own = join(folder, encodeURIComponent(run))
  const isLink = tried(() => lstatSync(own).isSymbolicLink(), false)
  refusing(() => refuseLinks(isLink ? own : folder, [currentClone()]))
  return fileJournal(folder)
}
