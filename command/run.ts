/** `ghx run`: one capability, once. */

import { createExecutor } from "../generated/calls.js"
import {
  type Contract,
  dryRunClient,
  type ResultEnvelope,
  type RouteType,
  type WriteOutcome,
} from "../runtime/index.js"
import { type Connection, isRehearsed, type Telling, withClient } from "./client.js"
import type { Ask } from "./gh/index.js"
import { type Advice, advised, contractOf, givenInput, type InputFlags } from "./input/index.js"
import { lookUpsWith } from "./look-ups.js"
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
  /** Of a list at most so many items, page by page. */
  readonly limit?: string
}

export async function run(
  id: string,
  words: readonly string[],
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  const contract = await contractOf(id)
  const { input, host } = await givenInput(words, flags, contract, terminal)
  return carryOut({ id, contract, input, host }, flags, terminal)
}

/** One call, as it was given. */
export interface Call {
  readonly id: string
  readonly contract: Contract | undefined
  readonly input: unknown
  readonly host?: string | undefined
  /** Asks GitHub what the input lacks. */
  readonly complete?: (input: unknown, ask: Ask) => Promise<unknown>
}

export async function carryOut(
  { id, contract, input: given, host, complete }: Call,
  flags: Omit<RunFlags, keyof InputFlags>,
  terminal: Terminal,
): Promise<number> {
  const print = await printerFor(flags, contract, terminal)
  const limited = await limitedBy(flags.limit, contract, terminal)
  return withClient({ ...flags, host }, terminal, async (client) => {
    const dry = flags.dryRun ? dryRunClient(client) : undefined
    const { execute } = createExecutor({ client: dry?.client ?? client })
    const { interrupted: signal } = terminal
    const input = complete ? await complete(given, lookUpsWith(client, terminal)) : given
    const { route, trace = false, json } = flags
    let outcome: WriteOutcome | undefined
    const onAborted = (ended: ResultEnvelope<unknown>) => {
      outcome = ended.ok ? undefined : ended.error.details?.outcome
    }
    const fields = json === undefined ? {} : { fields: namesIn(json) }
    const options = { signal, trace, onAborted, ...fields, ...(route && { route }) }
    const ask = (given: unknown) =>
      execute(id, given, options).catch((error: unknown) => {
        throw signal.aborted ? new Interrupted(outcome) : error
      })
    const envelope = await (limited ? limited(input, ask) : ask(input))
    for (const warning of envelope.meta.warnings ?? []) tellNote(warning, terminal)
    if (trace) tellAttempts(id, envelope.meta.attempts ?? [], terminal)
    if (dry && isRehearsed(envelope)) {
      const { json: _, ...others } = flags
      const printWhole = await printerFor(others, undefined, terminal)
      await printWhole(dry.requests)
      return exitCodes.ok
    }
    if (flags.envelope) await print(envelope)
    else if (envelope.ok) await print(envelope.data)
    if (envelope.ok || envelope.error.details?.recorded) return exitCodes.ok
    tellError(advised(envelope.error, advice), terminal)
    return exitCodeOf(envelope.error)
  })
}

const advice: Advice = {
  use: "Use ghx run",
  none: "No capability does this for pull requests. List them with: ghx capabilities list pr",
}

/** What asks for pages where there is a limit. */
async function limitedBy(
  limit: string | undefined,
  contract: Contract | undefined,
  terminal: Terminal,
) {
  if (limit === undefined) return undefined
  const { limitOf, pagesUpTo } = await import("./pages.js")
  const most = limitOf(limit, contract)
  return (input: unknown, ask: (given: unknown) => Promise<ResultEnvelope<unknown>>) =>
    pagesUpTo(most, input, ask, contract, terminal)
}
