import { createExecutor } from "../../../generated/calls.js"
import type { CapabilityMap } from "../../../generated/capability-map.js"
import {
  type AnyId,
  type Chain,
  type ChainOptions,
  type ChainResultEnvelope,
  type ChainStepResult,
  type Client,
  chainAround,
  checkOptions,
  type Executor,
  type Known,
  type Sequence,
  type TaskResults,
  type Tasks,
} from "../../../runtime/index.js"
import { differenceOf, plain } from "./differences.js"
import { hold } from "./hold.js"
import { checkRunName, type Journal, type RunEnded, RunError, storeError } from "./journal.js"
import { journaled } from "./journaled.js"
import { logOf } from "./log.js"
import { writerTo } from "./writer.js"

export interface DurableOptions {
  readonly journal: Journal
  /**
   * How long a process holds a run without renewing its lease, 30 seconds by default. After that, another process may
   * take it over.
   */
  readonly lease_ms?: number | undefined
  /** How long `run` waits for another process that holds the run; by default a little longer than a lease. */
  readonly wait_ms?: number | undefined
  /**
   * Number of consecutive processes that may die without finishing a step before the run is refused as `poisoned`;
   * unlimited by default. With 2 or more, a run that kills its process is distinguished from runs in the same
   * process.
   */
  readonly max_takeovers?: number | undefined
}

/** Executes runs that survive the end of their process. */
export interface Durable<Map> {
  /**
   * Executes tasks like `executeTasks`, once, under a name: an interrupted run continues where it stopped. Results of
   * finished steps come from the journal. If the outcome of a write is unknown, ghx looks for its result on GitHub.
   * If the outcome stays unknown, the error has `details.outcome: "unknown"`, and dependent steps are not sent.
   *
   * @param name - 1 to 64 letters, digits and `. _ : @ + / -`
   * @throws RunError if another process executes the run, if its tasks differ from those in the journal, or if the
   * journal cannot be reached; ChainAborted if `signal` aborts it
   *
   * @example
   * const { status } = await durable(createClient(), { journal: fileJournal("runs") }).run("nightly:41", [
   *   { task: "issue.create", input: { owner, repo, title: "Nightly failed" }, as: "created" },
   *   { task: "issue.close", input: { owner, repo, issue_number: { $from: "created", path: "number" } } },
   * ])
   */
  run<const Ids extends readonly AnyId<Map>[], const Given>(
    name: string,
    tasks: Tasks<Map, Ids> & Given,
    options?: ChainOptions,
  ): Promise<ChainResultEnvelope<TaskResults<Map, Ids, Given>>>
  /**
   * Executes a chain or a sequence. Each call creates the steps again. They must be the same; this is checked
   * for the steps in the journal.
   */
  run<Results>(
    name: string,
    steps: Chain<Results> | Sequence<Results>,
    options?: ChainOptions,
  ): Promise<ChainResultEnvelope<Results>>
}

const known: Known<DurableOptions> = {
  journal: "object",
  lease_ms: "positive number of milliseconds",
  wait_ms: "number of at least 0",
  max_takeovers: "number of at least 0",
}

const LEASE_MS = 30_000

/**
 * If a lease of at least this length expires, GitHub has ended all requests of its holder: GitHub ends them after 10
 * seconds, and a lease is renewed every third of its length.
 */
const SETTLED_MS = 30_000

type Outcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

/** The part of an executor that is used, for any capabilities. */
interface Executes {
  executeTasks(tasks: unknown, deps: undefined, options: ChainOptions): Promise<Outcome>
}

/** A chain or a sequence. */
type Runs = { run(options: ChainOptions): Promise<Outcome> }

/**
 * Creates functions that execute durable runs, which survive the end of their process.
 *
 * @param through - a client, or the executor of a project with cards of its own
 */
export function durable(through: Client, options: DurableOptions): Durable<CapabilityMap>
export function durable<Map>(through: Executor<Map>, options: DurableOptions): Durable<Map>
export function durable(through: object, options: DurableOptions): object {
  checkOptions("durable", options, known)
  const {
    journal,
    lease_ms = LEASE_MS,
    wait_ms = lease_ms + 1000,
    max_takeovers = Infinity,
  } = options
  const executor = executorFor(through)
  const alone = turns()

  const run = async (name: string, work: unknown, given: ChainOptions = {}): Promise<Outcome> => {
    checkRunName(name)
    const { signal } = given
    const start = (options: ChainOptions) =>
      isRunnable(work) ? work.run(options) : executor.executeTasks(work, undefined, options)
    const waiting = hold(journal, name, { lease_ms, wait_ms, ...(signal && { signal }) })
    const held = await waiting.catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
    // With an aborted signal, it sends nothing and rejects.
    if (!held) return start(given)
    let left = () => {}
    try {
      const log = logOf(
        await journal.read(name).catch((error: unknown) => {
          throw storeError(name, error)
        }),
      )
      const tasks = Array.isArray(work) ? Array.from(work, plain) : null
      const difference = log.begun && differenceOf(log.begun.tasks, tasks)
      if (difference) {
        const fix = "Use another name for the run, or remove its journal to start over"
        throw new RunError(name, "different", `${difference}. ${fix}`)
      }
      // The process died at least two thirds of a lease ago.
      const isSettled = log.status === undefined && lease_ms >= SETTLED_MS
      const writer = writerTo(journal, name, held, lease_ms)
      const at = new Date().toISOString()
      const id = log.begun?.id ?? crypto.randomUUID().slice(0, 8)
      if (!log.begun) await writer.write({ kind: "run", at, id, tasks })
      else if (log.status === undefined) {
        // If two processes died with several runs, one of these may be the cause. It then runs alone, so that its
        // crash does not count against others.
        if (log.takeovers > 0) left = await alone()
        held.signal.throwIfAborted()
        if (log.takeovers >= max_takeovers) {
          await writer.write({ kind: "end", at, status: "stopped" })
          const message = `${log.takeovers + 1} processes in a row died while they ran it`
          throw new RunError(name, "poisoned", message)
        }
        await writer.write({ kind: "taken", at })
      }
      const chained: ChainOptions = {
        ...given,
        onStep: (result, index) => {
          // Each item has its own entry; this one marks the end of the list.
          if (result.ok && Object.hasOwn(Object(tasks?.[index]), "each"))
            settle(`${index}`, result.task)
          return given.onStep?.(result, index)
        },
        signal: signal ? AbortSignal.any([signal, held.signal]) : held.signal,
        [chainAround]: journaled({ run: name, key: `${name}#${id}`, log, writer, held, isSettled }),
      }
      const settle = (step: string, task: string) => {
        if (log.steps.get(step)?.done) return
        const entry = { kind: "result", at: new Date().toISOString(), step, task } as const
        writer.write(entry).catch(() => undefined)
      }
      const end = async (status: RunEnded["status"]) => {
        if (log.status !== status || writer.hasWritten())
          await writer.write({ kind: "end", at: new Date().toISOString(), status })
      }
      try {
        const envelope = await start(chained)
        await end(envelope.status)
        return envelope
      } catch (error) {
        // Rejects with the actual reason why the chain was ended.
        held.signal.throwIfAborted()
        await end("stopped")
        throw error
      }
    } finally {
      left()
      await held.release()
    }
  }
  return { run }
}

/** Grants turns in order: each caller waits until all earlier ones have finished. */
function turns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let leave = () => {}
    last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }
}

function executorFor(through: object): Executes {
  if (executes(through)) return through
  if (isClient(through) && through.recording === undefined)
    return createExecutor({ client: through })
  throw new TypeError(
    "durable takes a client of `createClient`, or an executor of `createExecutor`, that does not record its writes",
  )
}

const executes = (through: object): through is Executes => "executeTasks" in through
const isClient = (through: object): through is Client => "guard" in through
const isRunnable = (work: unknown): work is Runs =>
  typeof Object(work).run === "function" && !Array.isArray(work)
