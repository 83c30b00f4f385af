/** `ghx chain`: many calls in few requests. */
import { createExecutor } from "../../generated/calls.js"
import {
  ChainAborted,
  type ChainDryRun,
  ChainFailed,
  type ChainResultEnvelope,
  type ChainStepResult,
  type Client,
  type DryDocument,
  dryRunClient,
  type Layout,
  type ResultEnvelope,
  type ResultWarning,
  type UnfinishedTask,
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
import { type Call, printFailure } from "./run.js"
import type { Terminal } from "./terminal/index.js"

interface ChainFlags extends Connection, Shown, TaskFlags, Verbosity {
  /** A file for the unfinished tasks. */
  readonly unfinished?: string
  /** Name of the run to begin or resume. */
  readonly run?: string
  readonly runs?: string
  /** Allow operations without a capability to write. */
  readonly allowWrite?: boolean
}

type Results = ChainStepResult<string, unknown>[]

export async function chain(flags: ChainFlags, terminal: Terminal): Promise<number> {
  const { tasks, host, layout } = await givenTasks(flags, contractOf, terminal)
  const { run, runs } = flags
  const named = run === undefined ? {} : { run: { name: run, ...(runs !== undefined && { runs }) } }
  return executeAll({ tasks, host, ...named, ...(layout && { layout }) }, flags, terminal)
}

/** Calls as given. */
interface Calls {
  readonly tasks: readonly { readonly task: string; readonly input: unknown }[]
  /** Whether a task alone makes the calls succeed in part; every task by default. */
  readonly counts?: (task: number) => boolean
  /** Whether a task may fail because its object does not exist. */
  readonly mayMiss?: (task: number) => boolean
  readonly host?: string | undefined
  /** Executes the calls as a durable run of this name. */
  readonly run?: { readonly name: string; readonly runs?: string }
  /** Looks up missing inputs on GitHub. */
  readonly complete?: Call["complete"]
  readonly unknown?: Call["unknown"]
  readonly use?: Call["use"]
  /**
   * Selects the output; `undefined` stands for a missing result. The envelope by default.
   *
   * @param failed - which calls failed, unless only because their object does not exist and `mayMiss` allows it
   */
  readonly shown?: (data: readonly unknown[], failed: readonly boolean[]) => unknown
  /** Where the printed results stand. */
  readonly layout?: Layout
  /** Of which calls all pages are read. */
  readonly isWhole?: (at: number) => boolean
  /** Adds to a result by further calls. */
  readonly extend?: (
    at: number,
    listed: ResultEnvelope<unknown>,
    client: Client,
  ) => Promise<ResultEnvelope<unknown>>
  /** Formats this output for a pipe, instead of JSON. */
  readonly lines?: Call["lines"]
  /** The last call about each object, if the calls only read. */
  readonly ends?: readonly number[]
}

export async function executeAll(
  { tasks: given, host, run, shown: shownOf, lines, mayMiss, counts, ends = [], ...others }: Calls,
  flags: Omit<ChainFlags, keyof TaskFlags | "run" | "runs">,
  terminal: Terminal,
): Promise<number> {
  const { complete, unknown, use, isWhole, layout, extend } = others
  const print = await printerFor(flags, undefined, terminal)
  // Dry runs and recordings send nothing.
  const writes = flags.allowWrite || flags.dryRun || flags.record !== undefined
  const guards = { operations: writes ? "write" : "read" } as const
  return withClient({ ...flags, host, guards }, terminal, async (client) => {
    const ask = lookupsWith(client, terminal)
    const { json, pick: _, ...others } = flags
    const { jq } = flags
    const isData = json !== undefined || jq !== undefined
    // Fields and expressions apply to the result of a command, not to the results of its steps.
    const printFailed = isData ? await printerFor({}, undefined, terminal) : print
    const tasks = complete
      ? await Promise.all(
          given.map(async (one) => ({ ...one, input: await complete(one.input, ask, one.task) })),
        )
      : given
    const dry = flags.dryRun ? dryRunClient(client) : undefined
    const { executeTasks, dryRunTasks, unfinishedTasks } = createExecutor({
      client: dry?.client ?? client,
    })
    const printRequests = dry && (await printerFor(others, undefined, terminal))
    const planned = dry && (await dryRunTasks(tasks))
    // Steps of other routes are executed as dry runs, as far as their values are known.
    if (planned?.status === "ready" && planned.others.length === 0) {
      await printRequests?.(planned.documents.map((one) => requestOf(one, client)))
      printLevels(planned.levels, terminal)
      return exitCodes.ok
    }
    const left =
      flags.unfinished === undefined
        ? undefined
        : await unfinishedIn(
            flags.unfinished,
            await unfinishedTasks(tasks, { results: tasks.map(lost) }),
            terminal,
          )
    const shown = progress(tasks.length, "steps", terminal)
    let done = 0
    const { trace = false } = flags
    const onStep = () => {
      done += 1
      shown.now(done)
    }
    const options = { signal: terminal.interrupted, trace, onStep, onWait: onWaitIn(terminal) }
    const own =
      run === undefined
        ? executeTasks(tasks, undefined, options)
        : (await import("./runs.js")).runTasks(run, tasks, client, options)
    const result = await whileShown(own, terminal.stderr).catch((error: unknown) => {
      if (error instanceof ChainAborted) return error
      left?.end([])
      throw error
    })
    const sent = result instanceof ChainAborted ? result.envelope : result
    const whole = isWhole && !dry ? await wholeLists(sent, tasks, isWhole, ask, terminal) : sent
    const envelope =
      extend && !dry ? await extended(whole, (at, one) => extend(at, one, client)) : whole
    const isMissed = (one: Results[number], at: number) =>
      !one.ok && one.error.code === "NOT_FOUND" && mayMiss?.(at) === true
    const isDone = envelope.results.every((one, at) => one.ok || isMissed(one, at))
    const { warnings = [] } = envelope.meta
    if (!shownOf) for (const warning of warnings) printWarning(warning, terminal)
    for (const { task, attempts = [] } of envelope.results) printAttempts(task, attempts, terminal)
    if (dry && envelope.results.every(isPlanned)) {
      await printRequests?.(dry.requests)
      const waiting = envelope.results.filter((one) => !one.ok && one.error.details?.because)
      if (waiting.length > 0)
        printNote(`${waiting.length} steps depend on results of other steps`, terminal)
      return exitCodes.ok
    }
    try {
      // Before printing, because a closed pipe or a full disk ends the process.
      left?.end(await unfinishedTasks(tasks, envelope))
    } finally {
      const data = envelope.results.map((one) => (one.ok ? one.data : undefined))
      const failed = envelope.results.map((one, at) => !one.ok && !isMissed(one, at))
      const own = shownOf?.(data, failed)
      const results = envelope.results.map(forShell)
      const arranged = forShell({ ...envelope, results: layout ? layout.fill(results) : results })
      if (shownOf) printOfCommand(warnings, tasks, own, terminal)
      // If a chain fails partly, the lines show the successful steps, and the error shows the failed ones.
      if (isDone || !shownOf || (ends.length > 0 && own !== undefined)) {
        await print(own ?? arranged, () => lines?.(own))
      } else if (ends.length === 0) {
        await printFailed(arranged, () => (isData ? undefined : lines?.(own)))
      }
    }
    if (result instanceof ChainAborted) {
      printError(result, terminal)
      return exitCodes.interrupted
    }
    if (envelope.status === "success" || isDone || envelope.results.every(isRecorded))
      return exitCodeOfWarnings(envelope.meta.warnings)
    const at = envelope.results.findIndex((one) => !one.ok && one.error.code !== "UNKNOWN")
    const [task, wrong] = [tasks[at], envelope.results[at]]
    const codes: number[] = []
    for (const end of ends) {
      const [last, result] = [tasks[end], envelope.results[end]]
      if (!last || result?.ok !== false || result.error.code !== "NOT_FOUND") continue
      if (refersToOthers(last.input)) continue
      // The error of a call of its own says more than that of a step.
      const alone = await ask(last.task, last.input)
      if (!alone.ok) codes.push(await printFailure(alone.error, last.task, { use }, terminal))
    }
    const [code, ...rest] = codes
    if (code !== undefined) return rest.length + 1 < ends.length ? exitCodes.partial : code
    if (run) (await import("./runs.js")).tellRest(run.name, envelope.results, terminal)
    const name =
      task && wrong && !wrong.ok
        ? await unknown?.(
            task.task,
            task.input,
            { ...wrong, meta: { capability_id: task.task } },
            ask,
          )
        : undefined
    const cure = name && { fix: `${name.message}. ${name.fix}` }
    const isNothing = !envelope.results.some((one, at) => one.ok && counts?.(at) !== false)
    const roots = envelope.results.filter((one) => !one.ok && !one.error.details?.because)
    const isOne = ends.length === 1 || (shownOf !== undefined && isNothing && roots.length === 1)
    return await failed(envelope, terminal, { ...cure, isOne, isPartial: !isNothing })
  })
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

/** The results with all pages of some lists. */
async function wholeLists<
  Sent extends Pick<ChainResultEnvelope<Results>, "meta"> & { readonly results: Results },
>(
  envelope: Sent,
  tasks: readonly { readonly task: string; readonly input?: unknown }[],
  isWhole: (at: number) => boolean,
  ask: Ask,
  terminal: Terminal,
): Promise<Sent> {
  const { withFurtherPages } = await import("./pages.js")
  const further: ResultWarning[] = []
  const results = envelope.results.map(async (one, at): Promise<Results[number]> => {
    const { task = "", input } = tasks[at] ?? {}
    if (!one.ok || !isWhole(at) || refersToOthers(input)) return one
    const read = (input: unknown) => ask(task, input)
    const whole = await withFurtherPages(one.data, input, read, undefined, terminal)
    if (!whole) return one
    further.push(...(whole.meta.warnings ?? []))
    return whole.ok ? { ...one, data: whole.data } : { task, ok: false, error: whole.error }
  })
  const whole = await Promise.all(results)
  const warnings = [...(envelope.meta.warnings ?? []), ...further].filter(
    ({ code, step = -1 }) => !(code === "MORE_PAGES" && isWhole(step)),
  )
  const { warnings: _, ...meta } = envelope.meta
  const all = warnings.length > 0 ? { ...meta, warnings } : meta
  return { ...envelope, meta: all, results: whole }
}

/** The results with what further calls add to each. */
async function extended<
  Sent extends Pick<ChainResultEnvelope<Results>, "meta"> & { readonly results: Results },
>(
  envelope: Sent,
  extend: (at: number, one: ResultEnvelope<unknown>) => Promise<ResultEnvelope<unknown>>,
): Promise<Sent> {
  const further: ResultWarning[] = []
  const results = await Promise.all(
    envelope.results.map(async (one, at): Promise<Results[number]> => {
      if (!one.ok) return one
      const meta = { capability_id: one.task } as ResultEnvelope<unknown>["meta"]
      const own = await extend(at, { ok: true, data: one.data, meta })
      further.push(...(own.meta.warnings ?? []))
      return own.ok ? { ...one, data: own.data } : { task: one.task, ok: false, error: own.error }
    }),
  )
  const warnings = [...(envelope.meta.warnings ?? []), ...further]
  return {
    ...envelope,
    results,
    ...(further.length > 0 && { meta: { ...envelope.meta, warnings } }),
  }
}

async function unfinishedIn(file: string, all: readonly UnfinishedTask[], terminal: Terminal) {
  return (await import("./task-file.js")).unfinishedIn(file, all, terminal)
}

/** The result of a task if the process is killed. */
function lost({ task }: { readonly task: string }): Results[number] {
  const details = { outcome: "unknown" } as const
  return { task, ok: false, error: { code: "UNKNOWN", message: "", retryable: false, details } }
}

function requestOf({ document, variables }: DryDocument, { endpoint }: Client): UnsentRequest {
  return { route: "graphql", url: endpoint.graphql, document, variables }
}

/** Prints the steps of each level, unless there is only one level. */
function printLevels(levels: ChainLevels, terminal: Terminal): void {
  if (levels.length < 2) return
  for (const [index, steps] of levels.entries())
    printNote(`level ${index + 1}: ${steps.join(", ")}`, terminal)
}

type ChainLevels = Extract<ChainDryRun, { status: "ready" }>["levels"]

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
  envelope: Exclude<ChainResultEnvelope<Results>, { status: "success" }>,
  terminal: Terminal,
  {
    isOne,
    isPartial,
    ...cure
  }: { readonly fix?: string; readonly isOne: boolean; readonly isPartial: boolean },
): Promise<number> {
  const { message: whole, code } = new ChainFailed(envelope)
  const errors = envelope.results.flatMap((one) => (one.ok ? [] : [one.error]))
  const first = envelope.results.find((one) => !one.ok && one.error.code === code)
  const own = first?.ok === false ? (await withCall(first.error, first.task)).details : undefined
  const message = isOne && first?.ok === false ? first.error.message : whole
  const details = { ...own, ...cure }
  printError({ code, message, details }, terminal)
  if (isPartial) return exitCodes.partial
  return exitCodeOf({ code, retryable: errors.every(({ retryable }) => retryable) })
}
