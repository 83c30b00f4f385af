/** `ghx chain`: many calls in few requests. */
import { createExecutor } from "../generated/calls.js"
import { ChainAborted, ChainFailed } from "../runtime/index.js"
import { type Connection, clientFor } from "./client.js"
import { contractOf } from "./contract-of.js"
import { givenTasks, type TaskFlags } from "./input/index.js"
import {
  exitCodeOf,
  exitCodes,
  printerFor,
  progress,
  type Shown,
  tellError,
  tellNote,
} from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface ChainFlags extends Connection, TaskFlags, Pick<Shown, "jq"> {}

export async function chain(flags: ChainFlags, terminal: Terminal): Promise<number> {
  const { tasks, host } = await givenTasks(flags, contractOf, terminal)
  const print = await printerFor(flags, undefined, terminal)
  const { executeTasks } = createExecutor({ client: clientFor({ ...flags, host }, terminal) })
  const done = progress(tasks.length, terminal)
  const options = { signal: terminal.interrupted, onStep: done.one }
  const result = await executeTasks(tasks, undefined, options)
    .catch((error: unknown) => {
      if (error instanceof ChainAborted) return error
      throw error
    })
    .finally(done.all)
  const envelope = result instanceof ChainAborted ? result.envelope : result
  for (const warning of envelope.meta.warnings ?? []) tellNote(warning, terminal)
  await print(envelope)
  if (result instanceof ChainAborted) {
    tellError(result, terminal)
    return exitCodes.interrupted
  }
  if (envelope.status === "success") return exitCodes.ok
  const { message, code } = new ChainFailed(envelope)
  const errors = envelope.results.flatMap((one) => (one.ok ? [] : [one.error]))
  const details = errors.find((error) => error.code === code)?.details
  tellError({ code, message, details }, terminal)
  if (envelope.status === "partial") return exitCodes.partial
  return exitCodeOf({ code, retryable: errors.every(({ retryable }) => retryable) })
}
