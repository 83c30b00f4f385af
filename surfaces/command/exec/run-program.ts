import { registry } from "../../../generated/registry.js"
import {
  type Client,
  isOperation,
  type JsonSchema,
  knownOf,
  operationSource,
  type ResultError,
} from "../../../runtime/index.js"
import { isDeeper, tried } from "../../../runtime/text/index.js"
import { contractOf, lacksRepository, withCall } from "../input/index.js"
import { jsonOf, loadFragments, UsageError } from "../output/index.js"
import { type AskedCall, type CallContext, executeCall } from "./calls.js"
import { type Answer, type CommandWrite, executeCommands, misused, shownCall } from "./commands.js"
import { type Ended, type Limits, threadOf } from "./thread.js"

export type Write =
  | CommandWrite
  | (AskedCall & { readonly command?: undefined } & Pick<CommandWrite, "outcome" | "sent">)

/** The result of a program, and what it has logged. */
type End = { readonly logs: readonly unknown[][] } & (
  | {
      readonly ok: true
      readonly data: unknown
      /** How many promises within the data failed. */
      readonly failed?: number
    }
  | { readonly ok: false; readonly error: ResultError }
)

export type ProgramEnd = End & {
  readonly writes: readonly Write[]
  /** What a client that records has recorded, if anything. */
  readonly recorded?: readonly string[]
}

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
  /** What the program finds as `last`. */
  readonly last?: unknown
  /** How the client shows free text: parts of it that the program returns are marked, too. */
  readonly untrusted?: Client["guard"]["untrusted"]
}

/**
 * Runs the body of an async function that can only use `ghx`, `gh` and JavaScript itself. Concurrent calls are executed
 * together. Never rejects because of an error in the program.
 */
export async function runProgram(
  code: string,
  callContext: CallContext,
  { timeout_ms = bounds.timeout_ms, repository, last, untrusted }: ProgramOptions = {},
): Promise<ProgramEnd> {
  const { signal } = callContext
  const limits = { ...bounds, timeout_ms }
  const writes: Write[] = []
  const answers: Answer[] = []
  const recorded: string[] = []
  const marked = async (end: ProgramEnd) =>
    untrusted ? (await loadFragments()).fragmentMarker(untrusted, [last, answers])(end) : end
  const thread = threadOf(code, JSON.stringify(last ?? null), limits, signal)
  try {
    let turn = await thread.next()
    while (turn.kind === "asks") {
      const asked = turn.calls.map(read)
      const [problem] = turn.calls.flatMap(
        (one, at) => problemOf(one, asked[at], most_of_call) ?? [],
      )
      if (problem !== undefined) return { ok: false, error: failure(problem), writes, logs: [] }
      const first = answers.length
      const own = await answersTo(asked, callContext, repository)
      answers.push(...own.map(({ answer }) => answer))
      writes.push(...own.flatMap((one) => one.writes))
      recorded.push(...own.flatMap((one) => one.recorded ?? []))
      signal.throwIfAborted()
      const asJson = own.map(({ answer, more }, at) => ({ at: first + at, ...answer, ...more }))
      turn = await thread.next(jsonOf(asJson))
    }
    const { absent = [] }: Outcome = turn.kind === "ended" ? read(turn.outcome) : {}
    for (const note of [absent].flat()) callContext.commands?.noted(String(note))
    const hasWritten = writes.some(({ outcome }) => outcome !== "not_applied")
    const end = { ...endOf(turn, answers, hasWritten, limits), writes }
    return await marked({ ...end, ...(recorded.length > 0 && { recorded }) })
  } catch (error) {
    const message = signal.aborted ? "The script was stopped" : `ghx failed: ${error}`
    const own = error instanceof UsageError ? misused(error) : failure(message)
    return { ok: false, error: own, writes, logs: [] }
  } finally {
    await thread.end()
  }
}

const most_of_call = 4 * 2 ** 20
const most_of_result = 8 * 2 ** 20
const most_levels = 64

/** Why what a program hands over is not used: what is deep overflows the stack, what is long blocks other calls. */
function problemOf(json: string, value: unknown, most: number): string | undefined {
  const megabytes = `more than ${most / 2 ** 20} MB`
  if (json.length > most) return `The script was stopped: a call or its result has ${megabytes}`
  if (!isDeeper(value, most_levels)) return undefined
  return `The script was stopped: a value is nested deeper than ${most_levels} levels`
}

interface Answered {
  readonly answer: Answer
  readonly writes: readonly Write[]
  readonly recorded?: string | undefined
  /** What the program gets besides the answer. */
  readonly more?: object | undefined
}

type Asked = Readonly<Record<string, unknown>>

/** The answers to calls of capabilities and commands that a program has made in one turn. */
async function answersTo(
  asked: readonly Asked[],
  callContext: CallContext,
  repository: ProgramOptions["repository"],
): Promise<readonly Answered[]> {
  const isCommand = ({ gh }: Asked) => callContext.commands !== undefined && Array.isArray(gh)
  const [ofCommands, ofCalls] = await Promise.all([
    commandAnswers(asked.filter(isCommand), callContext),
    callAnswers(
      asked.filter((one) => !isCommand(one)),
      callContext,
      repository,
    ),
  ])
  const [commands, calls] = [ofCommands.values(), ofCalls.values()]
  return asked.flatMap((one) => (isCommand(one) ? commands : calls).next().value ?? [])
}

async function commandAnswers(
  asked: readonly Asked[],
  { commands, signal }: CallContext,
): Promise<readonly Answered[]> {
  if (!commands || asked.length === 0) return []
  const ends = await executeCommands(asked.map(commandOf), commands, signal)
  return ends.map(({ answer, writes, text, name, isRecorded = false }) => {
    const more = { isPrinted: true, isRecorded, text, name }
    if (!isRecorded || !answer.ok) return { answer, writes, more }
    return { answer, writes, more, recorded: String(answer.data).replace("recorded: ", "") }
  })
}

const commandOf = ({ gh, values }: Asked) => ({
  parts: Array.isArray(gh) ? gh : [],
  values: Array.isArray(values) ? values : [],
})

async function callAnswers(
  asked: readonly Asked[],
  callContext: CallContext,
  repository: ProgramOptions["repository"],
): Promise<readonly Answered[]> {
  const calls = await Promise.all(asked.map((one) => placed(callOf(one), repository)))
  const answers = await executeCall(calls, callContext)
  return Promise.all(
    answers.map(async (one, at) => {
      const call = calls[at]
      const answer = one.ok ? one : { ...one, error: await withCall(one.error, call?.task) }
      const name = isOperation(call?.task ?? "") ? undefined : call?.task
      const more = { name, ...(await standIn(call, answer)) }
      const isRecorded = !answer.ok && answer.error.details?.recorded !== undefined
      const recorded = isRecorded && call ? shownCall(call.task, call.input) : undefined
      return { answer, writes: writesBy(call, answer), more, recorded }
    }),
  )
}

/** A malformed call is refused like an unknown one. */
function callOf({ task, input, fields }: Asked): AskedCall {
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

const read = (text: string): Readonly<Record<string, unknown>> =>
  Object(tried(() => JSON.parse(text), {}))

/** An operation without a capability says its effect in its text. */
const operationEffect = (text: string) =>
  isOperation(text)
    ? operationSource(text, () => Promise.reject(new TypeError(text))).definition.effect
    : undefined

function writesBy(call: AskedCall | undefined, answer: Answer): Write[] {
  const effect = call && (knownOf(registry, call.task)?.effect ?? operationEffect(call.task))
  if (!call || effect === "read") return []
  if (answer.ok) return [{ ...call, outcome: "done" }]
  const { outcome, recorded, dry_run } = answer.error.details ?? {}
  if (outcome === "unknown") return [{ ...call, outcome }]
  const isWrite = effect !== undefined && recorded === undefined && !dry_run
  return isWrite ? [{ ...call, outcome: "not_applied" }] : []
}

/** The members of a result that can be passed on before the result exists. For an object, these are nested. */
interface Members {
  readonly [name: string]: true | false | Members
}

/** The placeholder for the result of a recorded call in a program: the name of the step, and references without data. */
async function standIn(call: AskedCall | undefined, answer: Answer) {
  const recorded = answer.ok ? undefined : answer.error.details?.recorded
  const contract = await contractOf(call?.task)
  if (typeof recorded !== "string" || !contract) return undefined
  return { recorded, members: membersOf(contract.output, call?.fields) }
}

/**
 * Members that can be passed on: identifying fields, which are always present and not used in conditions. A
 * placeholder for any other field could mislead a program.
 *
 * @param fields - the requested fields; all of them if undefined
 */
function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  fields: readonly string[] = Object.keys(properties),
): Members {
  const given = Object.entries(properties).filter(([name]) => fields.includes(name))
  const members = given.map(([name, { type, ...schema }]) => {
    if (!required.includes(name)) return [name, false] as const
    if (type === "object") return [name, membersOf({ type, ...schema })] as const
    const isName = /(?:^|_)(?:id|number|url)$/.test(name)
    return [name, isName && (type === "string" || type === "integer")] as const
  })
  return Object.fromEntries(members)
}
interface Outcome {
  readonly gave?: unknown
  readonly logs?: readonly unknown[][]
  readonly failed?: number
  readonly absent?: readonly string[]
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
  if (turn.kind === "stopped") {
    return { ok: false, error: failure(...reasons(limits)[turn.why]), logs: [] }
  }
  const outcome: Outcome = read(turn.outcome)
  const problem = problemOf(turn.outcome, outcome, most_of_result)
  if (problem !== undefined) return { ok: false, error: failure(problem), logs: [] }
  const { gave, failed = 0, logs: logged, unreadable, threw = "", call, line } = outcome
  const logs = Array.isArray(logged) ? logged.map((one) => [one].flat()) : []
  if (unreadable !== undefined) {
    const message = `The script cannot be parsed: ${unreadable}`
    const fix = "Write the body of an async function; its return value is the result"
    return { ok: false, error: { ...failure(message, fix), code: "VALIDATION" }, logs }
  }
  if (gave !== undefined) return { ok: true, data: gave, logs, ...(failed > 0 && { failed }) }
  const unsent = turn.unsent > 0 ? "; its pending calls were not sent" : ""
  const own = call === undefined ? undefined : answers[call]
  if (own?.ok === false) {
    const { error } = own
    // A second run of the program would repeat its writes.
    return { ok: false, error: { ...error, retryable: error.retryable && !hasWritten }, logs }
  }
  const place = line === undefined ? "" : ` in line ${line}`
  const fix = /^ReferenceError/.test(threw)
    ? "Only JavaScript itself, gh`…` and ghx are available"
    : undefined
  return { ok: false, error: failure(`The script failed${place}: ${threw}${unsent}`, fix), logs }
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
      "Await only calls of gh and ghx, and promises that settle",
    ],
    engine: ["The script was stopped: its engine failed, probably out of memory"],
  }
}
