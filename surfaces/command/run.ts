/** `ghx run`: executes one capability. */

import { createExecutor } from "../../generated/calls.js"
import {
  type Client,
  type Contract,
  dryRunClient,
  type OperationPages,
  type ResultEnvelope,
  type ResultError,
  type RouteType,
  type Step,
  type WriteOutcome,
} from "../../runtime/index.js"
import type { unknownName } from "../tools/results/index.js"
import { type Connection, isRehearsed, type Verbosity, withClient } from "./client.js"
import type { Ask } from "./gh/index.js"
import {
  type Advice,
  advised,
  contractOf,
  givenInput,
  type InputFlags,
  withCall,
} from "./input/index.js"
import { lookupsWith } from "./lookups.js"
import {
  CommandError,
  exitCodeOf,
  exitCodeOfWarnings,
  exitCodes,
  forShell,
  Interrupted,
  namesIn,
  onWaitIn,
  printAttempts,
  printError,
  printerFor,
  printWarning,
  type Shown,
  UsageError,
  whileShown,
} from "./output/index.js"
import type { Keeps } from "./pages.js"
import type { Terminal } from "./terminal/index.js"

export interface RunFlags extends Connection, InputFlags, Shown, Verbosity {
  readonly route?: RouteType
  readonly envelope?: boolean
  /** Names a write, so that it is applied only once. */
  readonly key?: string
  /** Maximum number of items of a list, as it was typed; `Infinity` for all. */
  readonly limit?: string | number
}

export async function run(
  id: string,
  words: readonly string[],
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  const contract = await contractOf(id)
  const { input, host } = await givenInput(words, flags, contract, terminal)
  const { json } = flags
  const call = { id, contract, input, host }
  if (!json?.includes(".") || !contract) return executeCall(call, flags, terminal)
  const { loadNested } = await import("./gh/index.js")
  const pick = (await loadNested()).membersIn(contract, namesIn(json))
  return executeCall(call, { ...flags, pick }, terminal)
}

export interface Call {
  readonly id: string
  readonly contract: Contract | undefined
  readonly input: unknown
  readonly host?: string | undefined
  /** Sends the call through a client, instead of calling the capability with this id. */
  readonly ask?:
    | ((client: Client) => (input: unknown) => Pick<Step<string, unknown>, "run">)
    | undefined
  /** How to page through the result of an operation without a capability. */
  readonly pages?: OperationPages | undefined
  /** Looks up missing inputs on GitHub. */
  readonly complete?: (input: unknown, ask: Ask, id: string) => Promise<unknown>
  /** Finds an unknown name in the input after a call found nothing. */
  readonly unknown?: typeof unknownName
  /** Items of the list that are kept, from as many pages as the limit takes; all by default. */
  readonly keeps?: Keeps | undefined
  /** The fields to request without `--json`; all by default. */
  readonly fields?: readonly string[] | undefined
  readonly extend?: (
    envelope: ResultEnvelope<unknown>,
    client: Client,
    input: unknown,
  ) => Promise<ResultEnvelope<unknown>>
  /** The exit code after printing the data; 0 by default. */
  readonly exitCode?: (data: unknown) => number
  /** Output for a pipe instead of JSON; undefined for JSON. */
  readonly lines?: ((data: unknown) => string | Uint8Array | undefined) | undefined
  /** Advises to use another capability. */
  readonly use?: Advice["use"] | undefined
  /** Finds the capabilities to use instead, if the client does not send operations like this. */
  readonly instead?: () => Promise<readonly string[]>
  /** Prints a failure, and returns its exit code; undefined if it is printed as usual. */
  readonly refused?: ((error: ResultError) => number | undefined) | undefined
  readonly silent?: (() => boolean) | undefined
}

export async function executeCall(
  call: Call,
  flags: Omit<RunFlags, keyof InputFlags>,
  terminal: Terminal,
): Promise<number> {
  const { id, contract, input: given, host, ask: askBy } = call
  const { pages, complete, unknown, exitCode, extend, lines, keeps, silent } = call
  const form = { ...flags, place: flags.place ?? placeIn(given) }
  const print = await printerFor(form, flags.envelope ? undefined : contract, terminal)
  const limited = await limitedBy(flags.limit, { contract, pages, keeps }, terminal)
  return withClient({ ...flags, host }, terminal, async (client) => {
    const dry = flags.dryRun ? dryRunClient(client) : undefined
    const own = dry?.client ?? client
    const { execute } = createExecutor({ client: own })
    const send = askBy?.(own)
    const { interrupted: signal } = terminal
    const lookUp = lookupsWith(client, terminal)
    const input = complete ? await complete(given, lookUp, id) : given
    const { route, trace = false, json, key } = flags
    let outcome: WriteOutcome | undefined
    const onAborted = (ended: ResultEnvelope<unknown>) => {
      outcome = ended.ok ? undefined : ended.error.details?.outcome
    }
    // The exit code and the kept items may depend on fields that are not printed.
    const fields =
      json === undefined || exitCode || keeps
        ? call.fields && { fields: call.fields }
        : { fields: [...new Set(namesIn(json).flatMap((name) => name.split(".", 1)))] }
    const onWait = onWaitIn(terminal)
    const options = { signal, trace, onAborted, onWait, ...fields, ...(route && { route }) }
    const ask = (given: unknown) =>
      (send
        ? send(given).run(options)
        : execute(id, given, { ...options, ...(key !== undefined && { key }) })
      ).catch((error: unknown) => {
        throw signal.aborted ? new Interrupted(outcome) : error
      })
    const called = await whileShown(limited ? limited(input, ask) : ask(input), terminal.stderr)
    if (trace) printAttempts(id, called.meta.attempts ?? [], terminal)
    const envelope =
      extend && called.ok ? await whileShown(extend(called, own, input), terminal.stderr) : called
    for (const warning of envelope.meta.warnings ?? []) printWarning(warning, terminal)
    if (dry && isRehearsed(envelope)) {
      const { json: _, ...others } = flags
      const printWhole = await printerFor(others, undefined, terminal)
      await printWhole(dry.requests)
      return exitCodes.ok
    }
    const wrong = await unknown?.(id, input, envelope, lookUp)
    if (wrong && (envelope.ok || wrong.isOff)) throw refusedEmpty(wrong)
    const { untrusted } = client.guard
    if (flags.envelope) await print(forShell(envelope), undefined, undefined, untrusted)
    else if (envelope.ok && !silent?.())
      await print(envelope.data, () => lines?.(envelope.data), envelope.meta, untrusted)
    if (envelope.ok) return exitCode?.(envelope.data) || exitCodeOfWarnings(envelope.meta.warnings)
    if (envelope.error.details?.recorded) return exitCodes.ok
    if (wrong) {
      const details = { fix: `${wrong.message}. ${wrong.fix}` }
      return printFailure({ ...envelope.error, details }, id, call, terminal)
    }
    const shown = call.refused?.(envelope.error)
    if (shown !== undefined) return shown
    return printFailure(envelope.error, id, call, terminal)
  })
}

type Wrong = NonNullable<Awaited<ReturnType<typeof unknownName>>>

export const refusedEmpty = ({ isOff, message, fix }: Wrong): CommandError =>
  new (isOff ? CommandError : UsageError)(message, fix)

function placeIn(input: unknown): string | undefined {
  const { owner, repo } = Object(input)
  return repo === undefined ? undefined : `${owner}/${repo}`
}

/** Prints why a call failed, with advice. Returns the exit code. */
export async function printFailure(
  error: ResultError,
  id: string,
  { contract, use, instead }: Pick<Call, "instead" | "use"> & Partial<Pick<Call, "contract">>,
  terminal: Terminal,
): Promise<number> {
  const own = await withCall(await advised(error, { ...advice, ...(use && { use }) }), id)
  const isGuarded = error.details?.guard === "operations"
  printError(
    { ...own, task: contract?.description, instead: isGuarded ? await instead?.() : undefined },
    terminal,
  )
  return exitCodeOf(error)
}

export const advice: Advice = {
  use: (id) => `Use ghx run ${id}`,
  none: "No capability does this for pull requests. List them with: ghx capabilities list pr",
}

async function limitedBy(
  limit: string | number | undefined,
  { contract, pages, keeps }: Pick<Call, "contract" | "pages" | "keeps">,
  terminal: Terminal,
) {
  if (limit === undefined) return undefined
  const { limitOf, operationPagesUpTo, pagesUpTo } = await import("./pages.js")
  const most = limitOf(limit, pages ? undefined : contract)
  return (input: unknown, ask: (given: unknown) => Promise<ResultEnvelope<unknown>>) =>
    pages
      ? operationPagesUpTo(most, input, ask, pages, terminal)
      : pagesUpTo(most, input, ask, contract, terminal, keeps)
}
