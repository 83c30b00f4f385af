/** `ghx exec`: runs a script that uses `ghx`, typically written by a model, in a sandbox. */
import { createExecutor } from "../../generated/calls.js"
import { type AttemptMeta, dryRunClient, type ResultWarning } from "../../runtime/index.js"
import { type Connection, isRehearsed, type Verbosity, withClient } from "./client.js"
import { type Done, runProgram } from "./exec/index.js"
import { type GuardFlags, guardsOf } from "./guards.js"
import { namedRepository, readText, surroundingRepository, usualHost } from "./input/index.js"
import {
  exitCodeOf,
  exitCodeOfWarnings,
  exitCodes,
  Interrupted,
  printAttempts,
  printError,
  printerFor,
  printNote,
  printWarning,
  type Shown,
  waitProgress,
} from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface ExecFlags
  extends Omit<Connection, "guards" | "host">,
    GuardFlags,
    Pick<Shown, "jq">,
    Verbosity {
  /** In seconds. */
  readonly timeout?: number
  /** The default repository: `octocat/hello-world`. */
  readonly repo?: string
}

export async function exec(code: string, flags: ExecFlags, terminal: Terminal): Promise<number> {
  const { timeout, repo, dryRun, trace, interrupted: signal } = { ...flags, ...terminal }
  const program = await readText("CODE", code, terminal)
  const print = await printerFor(flags, undefined, terminal)
  const { host, ...named } = namedRepository(repo) ?? {}
  const repository = repo === undefined ? once(around) : async () => named
  const timeout_ms = timeout === undefined ? undefined : timeout * 1000
  const connection = { ...flags, host, guards: await guardsOf(flags) }
  return withClient(connection, terminal, async (client) => {
    const dry = dryRun ? dryRunClient(client) : undefined
    const executor = createExecutor({ client: dry?.client ?? client })
    const warnings: ResultWarning[] = []
    const warned = (warning: ResultWarning) => {
      warnings.push(warning)
      printWarning(warning, terminal)
    }
    const { onWait, ended: endWait } = waitProgress(terminal)
    const callContext = {
      executor,
      signal,
      warned,
      onWait,
      ...(trace && { traced: attemptPrinter(terminal) }),
    }
    const end = await runProgram(program, callContext, { timeout_ms, repository }).finally(endWait)
    if (dry && isRehearsed(end)) {
      await print(dry.requests)
      return exitCodes.ok
    }
    if (end.ok) {
      await print(end.data)
      return exitCodeOfWarnings(warnings)
    }
    for (const one of end.done) printNote(wordsOf(one), terminal)
    if (signal.aborted) throw new Interrupted(outcomeOf(end.done))
    printError(end.error, terminal)
    return exitCodeOf(end.error)
  })
}

/** The repository of the environment or the clone, if it is on the same GitHub. */
async function around(): Promise<object> {
  const { host, ...repository } = await surroundingRepository()
  return host === undefined || host === usualHost() ? repository : {}
}

function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= find()
    return found
  }
}

function attemptPrinter(terminal: Terminal) {
  return (id: string, attempts: readonly AttemptMeta[]) => printAttempts(id, attempts, terminal)
}

const longest = 200

/** A write that was executed before the program failed. */
function wordsOf({ task, input, outcome }: Done): string {
  const given = JSON.stringify(input)
  const shown = given.length > longest ? `${given.slice(0, longest - 1)}…` : given
  return `${outcome === "done" ? "done" : "may be done"}: ${task} ${shown}`
}

function outcomeOf(done: readonly Done[]) {
  if (done.length === 0) return "not_sent"
  return done.some(({ outcome }) => outcome === "unknown") ? "unknown" : undefined
}
