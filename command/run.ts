/** `ghx run`: one capability, once. */
import { createExecutor } from "../generated/calls.js"
import {
  dryRunClient,
  type ResultEnvelope,
  type RouteType,
  type WriteOutcome,
} from "../runtime/index.js"
import { type Connection, type Telling, withClient } from "./client.js"
import { contractOf, givenInput, type InputFlags } from "./input/index.js"
import {
  exitCodeOf,
  exitCodes,
  Interrupted,
  namesIn,
  printerFor,
  type Shown,
  tellAttempts,
  tellError,
  tellNote,
} from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface RunFlags extends Connection, InputFlags, Shown, Telling {
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
  return withClient({ ...flags, host }, terminal, async (client) => {
    const dry = flags.dryRun ? dryRunClient(client) : undefined
    const { execute } = createExecutor({ client: dry?.client ?? client })
    const { interrupted: signal } = terminal
    const { route, trace = false, json } = flags
    let outcome: WriteOutcome | undefined
    const onAborted = (ended: ResultEnvelope<unknown>) => {
      outcome = ended.ok ? undefined : ended.error.details?.outcome
    }
    const fields = json === undefined ? {} : { fields: namesIn(json) }
    const options = { signal, trace, onAborted, ...fields, ...(route && { route }) }
    const envelope = await execute(id, input, options).catch((error: unknown) => {
      throw signal.aborted ? new Interrupted(outcome) : error
    })
    for (const warning of envelope.meta.warnings ?? []) tellNote(warning, terminal)
    if (trace) tellAttempts(id, envelope.meta.attempts ?? [], terminal)
    if (dry && (envelope.ok || envelope.error.details?.dry_run)) {
      const { json: _, ...others } = flags
      const printWhole = await printerFor(others, undefined, terminal)
      await printWhole(dry.requests)
      return exitCodes.ok
    }
    if (flags.envelope) await print(envelope)
    else if (envelope.ok) await print(envelope.data)
    if (envelope.ok) return exitCodes.ok
    tellError(envelope.error, terminal)
    return exitCodeOf(envelope.error)
  })
}
