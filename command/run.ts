/** `ghx run`: one capability, once. */
import { createExecutor } from "../generated/calls.js"
import type { RouteType } from "../runtime/index.js"
import { type Connection, clientFor } from "./client.js"
import { contractOf } from "./contract-of.js"
import { givenInput, type InputFlags } from "./input/index.js"
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

export interface RunFlags extends Connection, InputFlags, Shown {
  readonly route?: RouteType
  readonly envelope?: boolean
}

export async function run(
  id: string,
  words: readonly string[],
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  const contract = await contractOf(id)
  const { input, host } = await givenInput(words, flags, contract, terminal)
  const print = await printerFor(flags, contract, terminal)
  const client = clientFor({ ...flags, host }, terminal)
  const { execute } = createExecutor({ client })
  const { interrupted: signal } = terminal
  const { route } = flags
  const options = { signal, ...(route && { route }) }
  const envelope = await execute(id, input, options).catch((error: unknown) => {
    throw signal.aborted ? new Interrupted(contract?.effect !== "read") : error
  })
  for (const warning of envelope.meta.warnings ?? []) tellNote(warning, terminal)
  const printed = flags.envelope ? envelope : envelope.ok ? envelope.data : undefined
  if (printed !== undefined) await print(printed)
  if (envelope.ok) return exitCodes.ok
  tellError(envelope.error, terminal)
  return exitCodeOf(envelope.error)
}
