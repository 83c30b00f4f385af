/** Records calls instead of sending them. Loaded by the first call of a client that records. */

import { prepare } from "../../call/index.js"
import { referenceProblem } from "../../chain/index.js"
import {
  type Client,
  destroys,
  type RecordedEach,
  type RecordedStep,
  type RecordedTask,
  type Recording,
} from "../../client/index.js"
import type { JsonSchema } from "../../definition/index.js"
import type { ResultError, ValidationIssue } from "../../envelope/index.js"
import { type Failure, permanent, toResultError, unsupported } from "../../errors/index.js"
import { loadAdmitLater } from "../../features/index.js"
import type { GraphqlTransport } from "../../graphql/index.js"
import { childPointer, namesIn, type Referred, type Snapshot } from "../../input/index.js"
import { every, type MarkValue, type Place, parsePath, pathText } from "../../reference/index.js"
import { isLocal } from "../../route-names/index.js"
import type { Definition, Loadable } from "../../routes/index.js"
import type { RecordSingle } from "../../step/index.js"
import type { Scope } from "../../timing/index.js"

/** A call or a chain that records steps. */
export interface Turn {
  readonly recording: Recording
  /** The tasks that must precede the tasks of this turn. */
  readonly before: readonly string[]
  readonly entries: { readonly place: readonly number[]; readonly task: RecordedTask }[]
  readonly sources: [source: object, step: RecordedStep][]
}

/** @param before - the tasks recorded before the call or the chain began */
export function turnOf(recording: Recording, before: readonly string[]): Turn {
  return { recording, before, entries: [], sources: [] }
}

/** A reference to a future value in an input, in the form of tasks. */
interface Unknown {
  readonly pointer: string
  readonly value: unknown
}

/** A recorded call. */
export interface Recorded {
  readonly definition: Definition
  /** Validated, with defaults; null for values that are not known yet. */
  readonly input: unknown
  readonly unknown: readonly Unknown[]
  /** The list with one call for each item, and the maximum number of items. */
  readonly each?: Required<Pick<RecordedEach, "limit">> & RecordedEach
  /** Names of the tasks that come before it. */
  readonly after?: readonly string[]
  /** The name that the caller chose. */
  readonly as?: string | undefined
  /** The position of the call among the calls recorded in the same turn. */
  readonly place: readonly number[]
}

type Outcome =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly failure: Failure }

/** Records a call, once it is known to be within the bounds of its client. */
export async function record(
  call: Recorded,
  client: Client,
  transport: Pick<GraphqlTransport, "query">,
  scope: Scope,
  turn: Turn,
): Promise<Outcome> {
  const { definition, input, unknown, each, place, as, after = [] } = call
  const { id, routes, wanted: fields, key } = definition
  const refuse = (failure: Failure): Outcome => ({ ok: false, failure })
  if (routes.every(isLocal)) {
    return refuse(unsupported(`${id} runs locally and cannot be recorded`))
  }
  const issues = unrecordableValues(input)
  if (issues.length > 0) {
    const message = `${id} cannot be recorded: ${issues.map((one) => `${one.pointer}: ${one.message}`).join("; ")}`
    return refuse(permanent("VALIDATION", "not_sent", message, { issues }))
  }
  let limit = each?.limit ?? 1
  if (client.guard.bounds) {
    const { admitLater } = await loadAdmitLater()
    const pointers = unknown.map(({ pointer }) => pointer)
    const wanted = { definition, input, pointers, limit }
    const { most, over } = await admitLater(wanted, client, transport, scope)
    if (over) return refuse(over)
    limit = most
  }
  const name = uniqueName(as ?? defaultName(id), turn.recording)
  const all = {
    ...(each && { each: { ...each, limit } }),
    input: withUnknowns(input, unknown),
  }
  const taken = [...after, ...sourcesIn(all)]
  const confirm = destroys(definition, input)
  // A call that depends on a step of its own turn inherits that step's dependencies.
  const follows = turn.entries.some(({ task }) => taken.includes(task.as))
  const behind = [...after, ...(follows ? [] : turn.before.filter((one) => !taken.includes(one)))]
  const task = {
    task: definition.written ?? id,
    as: name,
    ...(behind.length > 0 && { after: behind }),
    ...all,
    ...(fields && { fields }),
    ...(key !== undefined && { key }),
    ...(confirm && { confirm: true as const }),
  }
  // A copy: later changes of the object are not recorded.
  turn.entries.push({ place, task: structuredClone(task) })
  return { ok: true, name }
}

/** The error that a caller gets for a recorded call. */
export function recordedFailure(names: string | readonly string[]): Failure {
  const [name = "", ...others] = [names].flat()
  const all = others.length > 0 ? `${name} and ${others.length} more` : name
  return permanent("AUTH", "not_sent", `Not sent: recorded as ${all} for approval`, {
    guard: "record",
    recorded: names,
    fix: `Do not repeat the call. To use its future result in another input, refer to it: {"$from":"${name}","path":"…"}`,
  })
}

/** Ends a turn: its records can be executed and referred to from now on. */
export function endTurn({ recording, before, entries, sources }: Turn): void {
  if (entries.length === 0) return
  const tasks = entries
    .sort((one, other) => compare(one.place, other.place))
    .map(({ task }) => task)
  const inner = new Set(tasks.flatMap(sourcesIn))
  const last = tasks.flatMap(({ as }) => (inner.has(as) ? [] : [as]))
  try {
    recording.onRecord?.([...recording.tasks, ...tasks])
  } catch (error) {
    // The calls fail and can be made again, so their records are discarded.
    for (const [, { name }] of sources) recording.named.delete(name)
    throw error
  }
  recording.tasks.push(...tasks)
  recording.latest = [...recording.latest.filter((name) => !before.includes(name)), ...last]
  for (const [source, one] of sources) recording.steps.set(source, one)
}

/** The tasks whose results a task uses. */
function sourcesIn({
  input,
  each,
  after = [],
}: Pick<RecordedTask, "input" | "each" | "after">): string[] {
  const found = [...after]
  const walk = (value: unknown) => {
    if (typeof value !== "object" || value === null) return
    if ("$from" in value) found.push(String(value.$from))
    for (const inner of Object.values(value)) walk(inner)
  }
  walk([input, each])
  return found
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** A name that no other record has. */
export function uniqueName(wish: string, { named }: Recording): string {
  let name = wish
  for (let count = 2; named.has(name); count += 1) name = `${wish}_${count}`
  named.set(name, {})
  return name
}

/** From now on, references to `source` are references to the record. */
export function addReferenceTarget(
  { recording, sources }: Turn,
  source: object,
  step: RecordedStep,
): void {
  recording.named.set(step.name, source)
  sources.push([source, step])
}

/** The default name of a task: `issue_close`, `POST_repos_owner_repo_labels`. */
export function defaultName(id: string): string {
  return id.replace(/\W+/g, "_").replace(/_$/, "")
}

/** The form of a reference to a record in a task: one reference, several references, or null. */
type WriteReferenceResult =
  | { readonly ok: true; readonly value: WrittenValue }
  | { readonly ok: false; readonly message: string }

export type WrittenValue = WrittenReference | readonly WrittenValue[] | null

/** A reference in the form of tasks. */
export interface WrittenReference {
  readonly $from: string
  readonly path?: string
  readonly required?: true
  readonly match?: Readonly<Record<string, MarkValue>>
}

/** A reference to a record, in the form of tasks. */
export function writeReference(
  { path, required, match }: Place,
  { name, items }: RecordedStep,
): WriteReferenceResult {
  if (items) {
    const [first, ...rest] = path
    if (typeof first === "number") {
      const item = items.at(first)
      if (item === undefined) return { ok: true, value: null }
      return writeReference(
        { source: {}, path: rest, required, ...(match && { match }) },
        stepOfName(item),
      )
    }
    if (match) return invalidReference(`${name} refers to several steps that have not run yet`)
    const inner = first === every ? rest : path
    const all = items.map((item) =>
      writeReference({ source: {}, path: inner, required: false }, stepOfName(item)),
    )
    const failed = all.find((one) => !one.ok)
    return failed ?? { ok: true, value: all.map((one) => (one.ok ? one.value : null)) }
  }
  const text = pathText(path)
  if (!parsePath(text))
    return invalidReference(`${JSON.stringify(text)} is not a valid path in a task`)
  const marks = match?.map((mark) => [pathText(mark.path), mark.value] as const)
  return {
    ok: true,
    value: {
      $from: name,
      ...(text !== "" && { path: text }),
      ...(required && { required: true as const }),
      ...(marks && { match: Object.fromEntries(marks) }),
    },
  }
}

function stepOfName(name: string): RecordedStep {
  return { name, output: {} }
}

function invalidReference(message: string): WriteReferenceResult {
  return { ok: false, message }
}

/** An input with references in place of unknown values. */
function withUnknowns(input: unknown, unknown: readonly Unknown[]): unknown {
  const whole = { input: structuredClone(input) }
  for (const { pointer, value } of unknown) {
    const way = ["input", ...namesIn(pointer)]
    const last = way.pop() ?? ""
    const owner = way.reduce<unknown>((at, name) => Reflect.get(Object(at), name), whole)
    Reflect.set(Object(owner), last, value)
  }
  return whole.input
}

/** Values that a task cannot hold: bytes, and objects that look like references. */
function unrecordableValues(value: unknown, pointer = ""): ValidationIssue[] {
  if (typeof value !== "object" || value === null) return []
  if (value instanceof Uint8Array) return [{ pointer, message: "bytes cannot be stored as JSON" }]
  const names = ["$from", "$item"].filter((name) => Object.hasOwn(value, name))
  if (names.length > 0) {
    return [
      {
        pointer,
        message: `an object with ${names.join(" and ")} would be read as a reference to a step`,
      },
    ]
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    unrecordableValues(inner, childPointer(pointer, name)),
  )
}

export const recordSingle: RecordSingle = async (
  capability,
  source,
  client,
  before,
  { scope, route },
) => {
  const { effect, id } = capability.definition
  const { recording } = client
  if (!recording) return undefined
  const turn = turnOf(recording, before)
  const { issues, unknown } = await unknownIn(capability, source.input, recording)
  if (unknown === undefined || (effect === "read" && unknown.length === 0)) return undefined
  const failed = (error: ResultError) => ({
    ok: false as const,
    error,
    meta: { capability_id: id },
  })
  const prepared = await prepare(capability, { ...source.input, issues }, client, scope)
  if (!prepared.ok) return failed(prepared.error)
  const { definition } = prepared
  if (route !== undefined) {
    const message = `${id} cannot be recorded with \`route\`: tasks take the routes of the client that runs them`
    const fix = "Call it without `route`"
    return failed(toResultError(permanent("VALIDATION", "not_sent", message, { fix }), definition))
  }
  const call = { definition, input: prepared.input, unknown, place: [] }
  const outcome = await record(call, client, client.graphql, scope, turn)
  if (outcome.ok) {
    addReferenceTarget(turn, source, { name: outcome.name, output: definition.output })
    endTurn(turn)
  }
  const failure = outcome.ok ? recordedFailure(outcome.name) : outcome.failure
  return failed(client.redact(toResultError(failure, definition)))
}

/** The references of a single call to records. `unknown` is undefined if one refers to something else. */
async function unknownIn(
  { load }: Loadable<string, unknown>,
  input: Snapshot,
  { steps }: Recording,
): Promise<{ issues: ValidationIssue[]; unknown: Unknown[] | undefined }> {
  const { references = [] } = input
  const issues = [...input.issues]
  const unknown: Unknown[] = []
  const schema = references.length > 0 ? (await load()).input : {}
  for (const { pointer, place } of references) {
    const from = steps.get(place.source)
    if (!from) return { issues, unknown: undefined }
    const problem = problemOf({ pointer, place }, from, schema)
    if (problem) issues.push(problem)
    const one = writeReference(place, from)
    if (one.ok) unknown.push({ pointer, value: one.value })
    else issues.push({ pointer, message: one.message })
  }
  return { issues, unknown }
}

function problemOf(
  { pointer, place }: Referred,
  { name, output }: RecordedStep,
  schema: JsonSchema,
): ValidationIssue | undefined {
  return referenceProblem(place, { label: name, output }, schema, pointer)
}
