import { registry } from "../../../generated/registry.js"
import { knownOf, type ResultError } from "../../../runtime/index.js"
import { contractOf, lacksRepository, withCall } from "../input/index.js"
import { jsonOf } from "../output/index.js"
import { type Answer, type AskedCall, type CallContext, executeCall } from "./calls.js"
import { standIn } from "./stand-in.js"
import { type Ended, type Limits, threadOf } from "./thread.js"

/** A write that was executed, or whose outcome is unknown. */
export interface Done extends AskedCall {
  readonly outcome: "done" | "unknown"
}

/** The result of a program, with its writes. */
export type ProgramEnd = { readonly done: readonly Done[] } & (
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: ResultError }
)

export const bounds = {
  timeout_ms: 30_000,
  memory_bytes: 64 * 2 ** 20,
  stack_bytes: 512 * 2 ** 10,
  most_calls: 1000,
} satisfies Limits

export interface ProgramOptions {
  /** Excluding the time spent waiting for GitHub. */
  readonly timeout_ms?: number | undefined
  /** Finds the repository for calls that require one and do not name it. */
  readonly repository?: (() => Promise<object>) | undefined
}

/**
 * Runs the body of an async function that can only use `ghx` and JavaScript itself. Concurrent calls are executed
 * together. Never rejects because of an error in the program.
 */
export async function runProgram(
  code: string,
  callContext: CallContext,
  { timeout_ms = bounds.timeout_ms, repository }: ProgramOptions = {},
): Promise<ProgramEnd> {
  const { signal } = callContext
  const limits = { ...bounds, timeout_ms }
  const done: Done[] = []
  const answers: Answer[] = []
  const thread = threadOf(code, limits, signal)
  try {
    let turn = await thread.next()
    while (turn.kind === "asks") {
      const calls = await Promise.all(turn.calls.map((text) => placed(readCall(text), repository)))
      const first = answers.length
      const answered = await executeCall(calls, callContext)
      answers.push(...(await Promise.all(answered.map((one, at) => advisedOf(one, calls[at])))))
      const own = answers.slice(first)
      done.push(...own.flatMap((answer, at) => doneBy(calls[at], answer)))
      signal.throwIfAborted()
      const asJson = own.map(async (answer, at) => ({
        at: first + at,
        ...answer,
        ...(await standIn(calls[at], answer)),
      }))
      turn = await thread.next(jsonOf(await Promise.all(asJson)))
    }
    return { ...endOf(turn, answers, done.length > 0, limits), done }
  } catch (error) {
    if (!signal.aborted) throw error
    return { ok: false, error: failure("The script was stopped"), done }
  } finally {
    await thread.end()
  }
}

async function advisedOf(answer: Answer, call: AskedCall | undefined): Promise<Answer> {
  return answer.ok ? answer : { ...answer, error: await withCall(answer.error, call?.task) }
}

/** A malformed call is refused like an unknown one. */
function readCall(text: string): AskedCall {
  const { task, input, fields } = read(text)
  return { task: String(task), input, ...(Array.isArray(fields) && { fields }) }
}

/** A call, completed with the repository if it requires one and does not name it. */
async function placed(
  call: AskedCall,
  repository: ProgramOptions["repository"],
): Promise<AskedCall> {
  const contract = repository && (await contractOf(call.task))
  if (!contract || !lacksRepository(call.input, contract)) return call
  // Without a repository, the call reports what is missing.
  const own = await repository().catch(() => ({}))
  return { ...call, input: { ...own, ...Object(call.input) } }
}

function read(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function doneBy(call: AskedCall | undefined, answer: Answer): Done[] {
  if (!call || knownOf(registry, call.task)?.effect === "read") return []
  if (answer.ok) return [{ ...call, outcome: "done" }]
  return answer.error.details?.outcome === "unknown" ? [{ ...call, outcome: "unknown" }] : []
}

type End =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: ResultError }

interface Outcome {
  readonly gave?: unknown
  readonly unreadable?: string
  readonly threw?: string
  /** The call whose error the program threw. */
  readonly call?: number
  readonly line?: number
}

function endOf(
  turn: Exclude<Ended, { kind: "asks" }>,
  answers: readonly Answer[],
  hasWritten: boolean,
  limits: Limits,
): End {
  if (turn.kind === "stopped") return { ok: false, error: failure(...reasons(limits)[turn.why]) }
  const { gave, unreadable, threw = "", call, line }: Outcome = read(turn.outcome)
  if (unreadable !== undefined) {
    const message = `The script cannot be parsed: ${unreadable}`
    const fix = "Write the body of an async function; its return value is the result"
    return { ok: false, error: { ...failure(message, fix), code: "VALIDATION" } }
  }
  if (gave !== undefined) return { ok: true, data: gave }
  const unsent = turn.unsent > 0 ? "; its pending calls were not sent" : ""
  const own = call === undefined ? undefined : answers[call]
  if (own?.ok === false) {
    const { error } = own
    // A second run of the program would repeat its writes.
    return { ok: false, error: { ...error, retryable: error.retryable && !hasWritten } }
  }
  const place = line === undefined ? "" : ` in line ${line}`
  const fix = /^ReferenceError/.test(threw)
    ? "Only JavaScript itself and ghx are available"
    : undefined
  return { ok: false, error: failure(`The script failed${place}: ${threw}${unsent}`, fix) }
}

function failure(message: string, fix?: string): ResultError {
  return { code: "UNKNOWN", message, retryable: false, ...(fix && { details: { fix } }) }
}

type Reason = readonly [message: string, fix?: string]

function reasons({
  timeout_ms,
  memory_bytes,
  most_calls,
}: Limits): Readonly<Record<Extract<Ended, { kind: "stopped" }>["why"], Reason>> {
  const megabytes = memory_bytes / 2 ** 20
  return {
    time: [`The script was stopped: it used more than ${timeout_ms / 1000} s of CPU time`],
    memory: [`The script was stopped: it used more than ${megabytes} MB of memory`],
    calls: [`The script was stopped: it made more than ${most_calls} calls`],
    spoilt: ["The script was stopped: it changed a built-in object of JavaScript"],
    waits: [
      "The script awaits a promise that never settles",
      "Await only calls of ghx and promises that settle",
    ],
    engine: ["The script was stopped: its engine failed, probably out of memory"],
  }
}
