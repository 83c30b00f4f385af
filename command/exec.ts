/** `ghx exec`: a program over `ghx`, as models write them, with nothing else in reach. */
import { createExecutor } from "../generated/calls.js"
import { type Connection, withClient } from "./client.js"
import { type Done, runProgram } from "./exec/index.js"
import { type GuardFlags, guardsOf } from "./guards.js"
import { readText } from "./input/index.js"
import {
  exitCodeOf,
  exitCodes,
  Interrupted,
  printerFor,
  type Shown,
  tellError,
  tellNote,
} from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface ExecFlags extends Omit<Connection, "guards">, GuardFlags, Pick<Shown, "jq"> {
  /** In seconds. */
  readonly timeout?: number
}

export async function exec(code: string, flags: ExecFlags, terminal: Terminal): Promise<number> {
  const { timeout, interrupted: signal } = { ...flags, ...terminal }
  const program = await readText("CODE", code, terminal)
  const print = await printerFor(flags, undefined, terminal)
  return withClient({ ...flags, guards: guardsOf(flags) }, terminal, async (client) => {
    const executor = createExecutor({ client })
    const timeout_ms = timeout === undefined ? undefined : timeout * 1000
    const end = await runProgram(program, executor, signal, timeout_ms)
    if (end.ok) {
      await print(end.data)
      return exitCodes.ok
    }
    for (const one of end.done) tellNote(wordsOf(one), terminal)
    if (signal.aborted) throw new Interrupted(outcomeOf(end.done))
    tellError(end.error, terminal)
    return exitCodeOf(end.error)
  })
}

const longest = 200

/** A write that was carried out before the program failed. */
function wordsOf({ task, input, outcome }: Done): string {
  const given = JSON.stringify(input)
  const shown = given.length > longest ? `${given.slice(0, longest - 1)}…` : given
  return `${outcome === "done" ? "done" : "may be done"}: ${task} ${shown}`
}

function outcomeOf(done: readonly Done[]) {
  if (done.length === 0) return "not_sent"
  return done.some(({ outcome }) => outcome === "unknown") ? "unknown" : undefined
}
