/** `execute`, `chain` and `program`: run tasks through the client, and return the requested part of their results. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import type { createExecutor } from "../../../generated/calls.js"
import { readModelArguments } from "../../../runtime/execute/arguments.js"
import type {
  JsonSchema,
  ResultEnvelope,
  ResultError,
  ResultWarning,
} from "../../../runtime/index.js"
import {
  type Ask,
  answerOf,
  namesExplained,
  toldOf,
  warningsOf,
} from "../../tools/results/index.js"
import type { ProgramOptions } from "../exec/index.js"
import { loadNames } from "../gh/index.js"
import { contractOf, lacksRepository, withCall } from "../input/index.js"
import {
  DisplayError,
  type Filter,
  jsonOf,
  loadJq,
  type RunJq,
  UsageError,
} from "../output/index.js"
import type { Call } from "./questions.js"
import { failed, structured } from "./results.js"

/** Shared by all calls. */
let threads: ((signal: AbortSignal) => RunJq) | undefined

type Executor = ReturnType<typeof createExecutor>

/** One task, as the schema of the tools has it. */
interface GivenTask {
  readonly task: string
  readonly input: object
  readonly fields?: readonly string[]
}

/** Reads the input of a task, completes it with the default repository, and replaces names by numbers. */
export async function placed<Task extends GivenTask>(
  given: Task,
  around: () => Promise<object>,
  ask: Ask,
): Promise<Task> {
  const contract = await contractOf(given.task)
  if (!contract) return given
  const read = Object(readModelArguments(contract.input, given.input))
  const place = lacksRepository(read, contract) ? await around().catch(() => ({})) : {}
  const { completeNames } = await loadNames()
  const input = await completeNames({ ...place, ...read }, contract, ask)
  return { ...given, input: Object(input) }
}

export async function allPlaced<Given extends { readonly tasks: readonly GivenTask[] }>(
  given: Given,
  around: () => Promise<object>,
  ask: Ask,
): Promise<Given> {
  const tasks = await Promise.all(
    given.tasks.map(async (one) => several(await placed(one, around, ask))),
  )
  return { ...given, tasks: tasks.flat() }
}

/** One task for each number or id, if the input has a list in place of one. */
async function several<Task extends GivenTask>(given: Task): Promise<readonly Task[]> {
  const lists = Object.entries(Object(given.input)).flatMap(([name, value]) => {
    const { values } = readModelArguments(manyValues, { values: value }) as { values: unknown }
    const isList = /_(?:number|id)$/.test(name) && Array.isArray(values) && values.length > 0
    return isList ? [[name, values as unknown[]] as const] : []
  })
  const [list, another] = lists
  if (!list || another) return [given]
  const [name, values] = list
  const contract = await contractOf(given.task)
  const { type } = contract?.input.properties?.[name] ?? {}
  // An input that takes a list stays unchanged, and so do tasks whose results others refer to.
  if (type === "array" || "as" in given || "each" in given) return [given]
  return values.map((value) => {
    const input = { ...given.input, [name]: value }
    return { ...given, input: Object(contract ? readModelArguments(contract.input, input) : input) }
  })
}

/** A list, also as JSON text. */
const manyValues: JsonSchema = { properties: { values: { type: "array" } } }

export async function execute(
  { jq, ...task }: GivenTask & { readonly jq?: string },
  executor: Executor,
  call: Call,
  ask: Ask,
  untrusted: ProgramOptions["untrusted"],
): Promise<CallToolResult> {
  const tasks = await several(task)
  if (tasks.length > 1)
    return chain({ tasks, ...(jq !== undefined && { jq }) }, executor, call, ask, untrusted)
  const { executeTask } = executor
  const { signal } = call
  const contract = await contractOf(task.task)
  const filter = await filterFor(jq, signal, untrusted)
  if ("code" in filter) return failed(filter)
  const envelope: ResultEnvelope<unknown> = await executeTask(task, undefined, { signal })
  if (!envelope.ok) return failed(await explained(envelope.error, task, ask))
  if (!filter.jq) return structured(answerOf(envelope, contract, task.fields))
  const warnings = warningsOf(envelope.meta, undefined)
  return filtered(filter.jq, envelope.data, contract?.effect !== "read", (data) =>
    structured({ ok: true, data, ...(warnings && { warnings }) }),
  )
}

export async function chain(
  { tasks, jq }: { readonly tasks: readonly GivenTask[]; readonly jq?: string },
  { executeTasks }: Executor,
  { signal, progress }: Call,
  ask: Ask,
  untrusted: ProgramOptions["untrusted"],
): Promise<CallToolResult> {
  const contracts = await Promise.all(tasks.map(({ task }) => contractOf(task)))
  const filter = await filterFor(jq, signal, untrusted)
  if ("code" in filter) return failed(filter)
  let done = 0
  const { status, results, meta } = await executeTasks(tasks, undefined, {
    signal,
    onStep({ task, ok }: { readonly task: string; readonly ok: boolean }) {
      done += 1
      progress(done, tasks.length, `${task} ${ok ? "done" : "failed"}`)
    },
  })
  const shownResults = await Promise.all(
    results.map(async (one: Unlisted, at) => {
      if (!one.ok) {
        const given = tasks[at] ?? { task: one.task, input: {} }
        return { task: one.task, ok: false, error: await explained(one.error, given, ask) }
      }
      // An expression selects from the whole result.
      const contract = jq === undefined ? contracts[at] : undefined
      return { task: one.task, ok: true, ...toldOf(one.data, contract, tasks[at]?.fields) }
    }),
  )
  const { warnings } = meta
  const envelope = { status, results: shownResults, ...(warnings && { warnings }) }
  const answer = (value: object) => {
    return { ...structured(value), ...(status === "failed" && { isError: true }) }
  }
  if (!filter.jq) return answer(envelope)
  const writes = contracts.some((contract) => contract?.effect !== "read")
  return filtered(filter.jq, envelope, writes, (data) =>
    answer({ status, data, ...(warnings && { warnings }) }),
  )
}

/** Adds the existing names to the error of an unknown name, and the signature to that of an invalid call. */
async function explained(error: ResultError, task: GivenTask, ask: Ask): Promise<ResultError> {
  return (await namesExplained(error, task, ask)) ?? withCall(error, task.task)
}

/** Runs a program; on failure, the result lists its writes, and without data it counts them. */
export async function program(
  { code }: { readonly code: string },
  executor: Executor,
  { signal }: Call,
  options: ProgramOptions,
): Promise<CallToolResult> {
  const { runProgram, summaryOf } = await import("../exec/index.js")
  const warnings: ResultWarning[] = []
  const warned = (warning: ResultWarning) => warnings.push(warning)
  const {
    writes,
    logs: _,
    recorded: __,
    ...end
  } = await runProgram(code, { executor, signal, warned }, options)
  const noted = warnings.length > 0 ? { warnings } : {}
  const summary = end.ok && end.data === null && summaryOf(writes, true, false)
  if (end.ok) return structured({ ...end, ...(summary && { summary }), ...noted }, "Return less")
  const done = writes.filter(({ outcome }) => outcome !== "not_applied")
  return failed(end.error, { ...(done.length > 0 && { done }), ...noted })
}

type Unlisted =
  | { readonly task: string; readonly ok: true; readonly data: unknown }
  | { readonly task: string; readonly ok: false; readonly error: ResultError }

/** The jq filter; for an invalid expression the error, and nothing is sent. */
async function filterFor(
  jq: string | undefined,
  signal: AbortSignal,
  untrusted: ProgramOptions["untrusted"],
): Promise<{ jq?: Pick<Filter, "values"> } | ResultError> {
  if (jq === undefined) return {}
  try {
    const { filterOf, jqThreads } = await loadJq()
    threads ??= jqThreads()
    const { values } = await filterOf(jq, threads(signal))
    return { jq: { values: (json) => values(json, untrusted) } }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const message = wordsOf(error)
    const issues = [{ pointer: "/jq", message }]
    const details = { issues, outcome: "not_sent" as const }
    return { code: "VALIDATION", message: `Invalid jq: ${message}`, retryable: false, details }
  }
}

/** Applies the expression; if it fails, the whole value is returned, so that the call is not repeated. */
async function filtered(
  filter: Pick<Filter, "values">,
  value: unknown,
  writes: boolean,
  answer: (data: unknown) => CallToolResult,
): Promise<CallToolResult> {
  try {
    const values = await filter.values(jsonOf(value))
    return answer(values.length === 1 ? values[0] : values)
  } catch (error) {
    // Never a protocol error: it would hide that the call was made, and a model would repeat it.
    const fix = writes
      ? "The call succeeded and data has its full result; do not repeat it"
      : "Only the jq expression failed; retry with another one"
    const words = error instanceof DisplayError ? wordsOf(error) : "it was stopped"
    const message = `jq failed on the result: ${words}`
    const failure = { code: "VALIDATION", message, retryable: false, details: { fix } } as const
    return failed(failure, writes ? { data: value } : {})
  }
}

function wordsOf({ message }: Error): string {
  return message.replace(/^--jq: /, "")
}
