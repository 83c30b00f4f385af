/** `ghx chain`: many calls in few requests. */
import { createExecutor } from "../../generated/calls.js"
import {
  ChainAborted,
  ChainFailed,
  type ChainResultEnvelope,
  type ChainStepResult,
  type Client,
  type DryDocument,
  dryRunClient,
  type Layout,
  type ResultEnvelope,
  type ResultWarning,
  type UnsentRequest,
} from "../../runtime/index.js"
import { type Connection, isRehearsed, type Verbosity, withClient } from "./client.js"
import type { Ask } from "./gh/index.js"
import { contractOf, givenTasks, type TaskFlags, withCall } from "./input/index.js"
import { lookupsWith } from "./lookups.js"
import {
  exitCodeOf,
  exitCodeOfWarnings,
  exitCodes,
  forShell,
  onWaitIn,
  printAttempts,
  printError,
  printerFor,
  printNote,
  printWarning,
  progress,
  type Shown,
  whileShown,
} from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { type Call, printFailure, refusedEmpty } from "./run.js"
import type { Terminal } from "./terminal/index.js"

type ChainFlags = Connection &
  Shown &
  TaskFlags &
  Verbosity &
  OptionValues<"unfinished" | "run" | "runs", "allowWrite">

type Results = ChainStepResult<string, unknown>[]
type Envelope = ChainResultEnvelope<Results>
type Whole = Pick<Envelope, "meta"> & { readonly results: Results }

export async function chain(flags: ChainFlags, terminal: Terminal): Promise<number> {
  const { tasks, host, layout } = await givenTasks(flags, contractOf, terminal)
  const { run, runs } = flags
  const named = run === undefined ? {} : { run: { name: run, runs } }
  return executeAll({ tasks, host, ...named, ...(layout && { layout }) }, flags, terminal)
}

interface Calls extends Pick<Call, "complete" | "host" | "lines" | "unknown" | "use"> {
  readonly tasks: readonly { readonly task: string; readonly input: unknown }[]
  /** Whether a task alone makes the calls succeed in part; every task by default. */
  readonly counts?: (task: number) => boolean
  /** Whether a task may fail because its object does not exist. */
  readonly mayMiss?: (task: number) => boolean
  /** The advice for a task that failed after the one that it follows had an effect. */
  readonly cureOf?: (task: number) => string | undefined
  /** Executes the calls as a durable run of this name. */
  readonly run?: { readonly name: string; readonly runs: string | undefined }
  /**
   * Selects the output; `undefined` stands for a missing result. The envelope by default.
   *
   * @param failed - which calls failed, unless only because their object does not exist and `mayMiss` allows it
   */
  readonly shown?: (data: readonly unknown[], failed: readonly boolean[]) => unknown
  /** Where the printed results stand. */
  readonly layout?: Layout
  readonly extend?: (
    at: number,
    listed: ResultEnvelope<unknown>,
    client: Client,
  ) => Promise<ResultEnvelope<unknown>>
  /** The last call about each object, if the calls only read. */
  readonly ends?: readonly number[]
}

type ExecuteFlags = Omit<ChainFlags, keyof TaskFlags | "run" | "runs">

interface Running {
  readonly calls: Calls
  readonly tasks: Calls["tasks"]
  readonly client: Client
  readonly executor: ReturnType<typeof createExecutor>
  readonly ask: Ask
  readonly flags: ExecuteFlags
  readonly terminal: Terminal
}

export async function executeAll(
  calls: Calls,
  flags: ExecuteFlags,
  terminal: Terminal,
): Promise<number> {
  const print = await printerFor(flags, undefined, terminal)
  // Dry runs and recordings send nothing.
  const writes = flags.allowWrite || flags.dryRun || flags.record !== undefined
  const guards = { operations: writes ? "write" : "read" } as const
  return withClient({ ...flags, host: calls.host, guards }, terminal, async (client) => {
    const ask = lookupsWith(client, terminal)
    const { complete = async (input: unknown) => input } = calls
    const tasks = await Promise.all(
      calls.tasks.map(async (one) => ({ ...one, input: await complete(one.input, ask, one.task) })),
    )
    const dry = flags.dryRun ? dryRunClient(client) : undefined
    const executor = createExecutor({ client: dry?.client ?? client })
    const { json: _, pick: __, ...unpicked } = flags
    const printRequests = dry && (await printerFor(unpicked, undefined, terminal))
    const planned = dry && (await executor.dryRunTasks(tasks))
    // Steps of other routes are executed as dry runs, as far as their values are known.
    if (planned?.status === "ready" && planned.others.length === 0) {
      await printRequests?.(planned.documents.map((one) => requestOf(one, client)))
      printLevels(planned.levels, terminal)
      return exitCodes.ok
    }
    const running = { calls, tasks, client, executor, ask, flags, terminal }
    const left = await leftBy(running)
    const result = await executed(running).catch((error: unknown) => {
      if (error instanceof ChainAborted) return error
      left?.end([])
      throw error
    })
    const sent = result instanceof ChainAborted ? result.envelope : result
    const { extend } = calls
    const envelope =
      dry || !extend ? sent : await withMore(sent, (at, one) => extend(at, one, client))
    const { results, meta } = envelope
    if (!calls.shown) for (const warning of meta.warnings ?? []) printWarning(warning, terminal)
    for (const { task, attempts = [] } of results) printAttempts(task, attempts, terminal)
    if (dry && results.every(isPlanned)) {
      await printRequests?.(dry.requests)
      const waiting = results.filter((one) => !one.ok && one.error.details?.because)
      if (waiting.length > 0)
        printNote(`${waiting.length} steps depend on results of other steps`, terminal)
      return exitCodes.ok
    }
    await refuseEmpty(envelope, running)
    try {
      // Before printing, because a closed pipe or a full disk ends the process.
      left?.end(await executor.unfinishedTasks(tasks, envelope))
    } finally {
      await printResults(envelope, running, print)
    }
    if (result instanceof ChainAborted) {
      printError(result, terminal)
      return exitCodes.interrupted
    }
    const isDone = results.every((one, at) => one.ok || isMissed(one, at, calls))
    if (envelope.status === "success" || isDone || results.every(isRecorded))
      return exitCodeOfWarnings(meta.warnings)
    return failed(envelope, running)
  })
}

/** Claims a file for the tasks that will be left, which are all of them if the process is killed. */
async function leftBy({ tasks, executor, flags: { unfinished }, terminal }: Running) {
  if (unfinished === undefined) return undefined
  const details = { outcome: "unknown" } as const
  const error = { code: "UNKNOWN", message: "", retryable: false, details } as const
  const results = tasks.map(({ task }) => ({ task, ok: false, error }) as const)
  const { unfinishedIn } = await import("./task-file.js")
  return unfinishedIn(unfinished, await executor.unfinishedTasks(tasks, { results }), terminal)
}

async function executed({ calls: { run }, tasks, client, executor, flags, terminal }: Running) {
  const shown = progress(tasks.length, "steps", terminal)
  let done = 0
  const onStep = () => {
    done += 1
    shown.now(done)
  }
  const { trace = false } = flags
  const options = { signal: terminal.interrupted, trace, onStep, onWait: onWaitIn(terminal) }
  const own =
    run === undefined
      ? executor.executeTasks(tasks, undefined, options)
      : (await import("./runs.js")).runTasks(run, tasks, client, options)
  return whileShown(own, terminal.stderr)
}

type Succeeded = Extract<ResultEnvelope<unknown>, { readonly ok: true }>

/** The results with those that `more` returns in their place. */
async function withMore<Sent extends Whole>(
  envelope: Sent,
  more: (at: number, one: Succeeded) => Promise<ResultEnvelope<unknown> | undefined>,
): Promise<Sent> {
  const further: ResultWarning[] = []
  const results = envelope.results.map(async (one, at): Promise<Results[number]> => {
    if (!one.ok) return one
    const meta = { capability_id: one.task } as Succeeded["meta"]
    const own = await more(at, { ok: true, data: one.data, meta })
    further.push(...(own?.meta.warnings ?? []))
    if (!own) return one
    return own.ok ? { ...one, data: own.data } : { task: one.task, ok: false, error: own.error }
  })
  const all = { ...envelope, results: await Promise.all(results) }
  if (further.length === 0) return all
  return { ...all, meta: { ...all.meta, warnings: [...(all.meta.warnings ?? []), ...further] } }
}

/** Prints the results in the form of the command, or else the envelope. */
async function printResults(
  envelope: Envelope,
  { calls, tasks, client, flags: { json, jq }, terminal }: Running,
  print: Awaited<ReturnType<typeof printerFor>>,
): Promise<void> {
  const { shown, lines, layout, ends = [] } = calls
  const { results, meta } = envelope
  const data = results.map((one) => (one.ok ? one.data : undefined))
  const isFailed = results.map((one, at) => !one.ok && !isMissed(one, at, calls))
  const own = shown?.(data, isFailed)
  const each = results.map(forShell)
  const arranged = forShell({ ...envelope, results: layout ? layout.fill(each) : each })
  if (shown) printOfCommand(meta.warnings ?? [], tasks, own, terminal)
  // If a chain fails partly, the lines show the successful steps, and the error shows the failed ones.
  if (!isFailed.includes(true) || !shown || (ends.length > 0 && own !== undefined))
    return print(own ?? arranged, () => lines?.(own), undefined, client.guard.untrusted)
  if (ends.length > 0) return
  // Fields and expressions apply to the result of a command, not to the results of its steps.
  const isData = json !== undefined || jq !== undefined
  const printFailed = isData ? await printerFor({}, undefined, terminal) : print
  await printFailed(arranged, () => (isData ? undefined : lines?.(own)))
}

/** Whether a task may fail as it did: because its object does not exist. */
const isMissed = (one: Results[number], at: number, { mayMiss }: Calls) =>
  !one.ok && one.error.code === "NOT_FOUND" && mayMiss?.(at) === true

/** Fails if all lists of a command are empty for a reason that GitHub does not say. */
async function refuseEmpty({ results }: Envelope, { calls, tasks, ask }: Running): Promise<void> {
  const [first] = tasks
  const isEmpty = results.every((one) => one.ok && Object(one.data).items?.length === 0)
  const [result] = results
  if (!isEmpty || !first || !result?.ok) return
  const envelope = { ...result, meta: { capability_id: first.task } } as const
  const wrong = await calls.unknown?.(first.task, first.input, envelope, ask)
  if (wrong) throw refusedEmpty(wrong)
}

/** The warnings of a command: its steps are not the caller's, and the printer says that its list goes on. */
function printOfCommand(
  warnings: readonly ResultWarning[],
  tasks: readonly { readonly task: string }[],
  shown: unknown,
  terminal: Terminal,
): void {
  const isPage = Object(shown).page_info?.has_next_page === true
  for (const { step = -1, message, ...warning } of warnings) {
    const prefix = `#${step} ${tasks[step]?.task}: `
    const own = message.startsWith(prefix) ? message.slice(prefix.length) : message
    const goesOn = warning.code === "MORE_PAGES" && own.startsWith("has more pages")
    if (goesOn && isPage) continue
    const cure = goesOn ? { message: `${tasks[step]?.task} ${own}`, fix: "Use -L for more" } : {}
    printWarning({ ...warning, message: own, ...cure }, terminal)
  }
}

function requestOf({ document, variables }: DryDocument, { endpoint }: Client): UnsentRequest {
  return { route: "graphql", url: endpoint.graphql, document, variables }
}

function printLevels(levels: readonly (readonly string[])[], terminal: Terminal): void {
  if (levels.length < 2) return
  for (const [index, steps] of levels.entries())
    printNote(`level ${index + 1}: ${steps.join(", ")}`, terminal)
}

/** A step that would have been sent, or that waits for one. */
function isPlanned(one: Results[number]): boolean {
  return isRehearsed(one) || (!one.ok && one.error.details?.because !== undefined)
}

function refersToOthers(input: unknown): boolean {
  return Object.values(Object(input)).some((value) => Object(value).$from !== undefined)
}

function isRecorded(one: Results[number]): boolean {
  return one.ok || one.error.details?.recorded !== undefined
}

async function failed(
  envelope: Exclude<Envelope, { status: "success" }>,
  { calls, tasks, ask, terminal }: Running,
): Promise<number> {
  const { run, use, unknown, counts, shown, ends = [] } = calls
  const { results } = envelope
  const codes: number[] = []
  for (const end of ends) {
    const [last, result] = [tasks[end], results[end]]
    if (!last || result?.ok !== false || result.error.code !== "NOT_FOUND") continue
    if (refersToOthers(last.input)) continue
    // The error of a call of its own says more than that of a step.
    const alone = await ask(last.task, last.input)
    if (!alone.ok) codes.push(await printFailure(alone.error, last.task, { use }, terminal))
  }
  const [known] = codes
  if (known !== undefined) return codes.length < ends.length ? exitCodes.partial : known
  if (run) (await import("./runs.js")).tellRest(run.name, results, terminal)
  const failures = results.flatMap((one, at) => (one.ok ? [] : [{ ...one, at }]))
  const wrong = failures.find(({ error }) => error.code !== "UNKNOWN")
  const meta = { capability_id: wrong?.task ?? "" }
  const name =
    wrong && (await unknown?.(wrong.task, tasks[wrong.at]?.input, { ...wrong, meta }, ask))
  if (name?.isOff) throw refusedEmpty(name)
  const { message: whole, code } = new ChainFailed(envelope)
  const first = failures.find(({ error }) => error.code === code)
  const own = first && (await withCall(first.error, first.task)).details
  const isPartial = results.some((one, at) => one.ok && counts?.(at) !== false)
  const roots = failures.filter(({ error }) => !error.details?.because)
  const isOne = ends.length === 1 || (shown !== undefined && !isPartial && roots.length === 1)
  const cure = isPartial && first ? calls.cureOf?.(first.at) : undefined
  const details = {
    ...own,
    ...(cure && { fix: cure }),
    ...(name && { fix: `${name.message}. ${name.fix}` }),
  }
  printError({ code, message: isOne && first ? first.error.message : whole, details }, terminal)
  if (isPartial) return exitCodes.partial
  return exitCodeOf({ code, retryable: failures.every(({ error }) => error.retryable) })
}
