/** Records steps of a chain instead of sending them. Loaded by the first chain of a client that records. */
import { prepare } from "../../call/index.js"
import {
  dependencyFailed,
  type EntryOutcome,
  type EntrySource,
  executeEach,
  executeEntry,
  type Filling,
  failedEntry,
  failedWith,
  fillIn,
  guessOf,
  type Item,
  missingValue,
  partialMatchRefused,
  type ReadyStep,
  type Recorder,
  type RunningChain,
  sourceOf,
  type ValueSource,
  valuesFor,
} from "../../chain/index.js"
import type { Handler, RecordedStep } from "../../client/index.js"
import { isObject, permanent, toResultError } from "../../errors/index.js"
import { snapshot } from "../../input/index.js"
import { pathText } from "../../reference/index.js"
import {
  addReferenceTarget,
  defaultName,
  endTurn,
  type Recorded,
  record,
  recordedFailure,
  type Turn,
  turnOf,
  uniqueName,
  type WrittenReference,
  type WrittenValue,
  writeReference,
} from "./record.js"

/** A step that is ready to be recorded or sent. */
interface PendingStep {
  readonly step: ReadyStep
  readonly index: number
  readonly handler: Handler
  readonly chain: RunningChain
  readonly turn: Turn
}

/** Executes a chain whose steps may belong to recording clients. */
export const recorder: Recorder = (begun) => {
  const turns = new Map(
    [...begun].map(([recording, latest]) => [recording, turnOf(recording, latest)]),
  )
  return {
    async executeEntry(step, index, handler, chain) {
      const { recording } = step.entry.plan.client()
      if (!recording) return executeEntry(step, index, handler, chain)
      const turn = turns.get(recording) ?? turnOf(recording, recording.latest)
      turns.set(recording, turn)
      const outcome = await executeOrRecord({ step, index, handler, chain, turn })
      if (outcome.recorded) addReferenceTarget(turn, sourceOf(step.entry), outcome.recorded)
      return outcome
    },
    end() {
      for (const turn of turns.values()) endTurn(turn)
    },
  }
}

/** Sends a read unless it depends on a record; records everything else. */
async function executeOrRecord(pending: PendingStep): Promise<EntryOutcome> {
  const { step, index, handler, chain } = pending
  const { definition, sources, list, behind } = step
  const failed = step.after.find(
    (one) => chain.done[one]?.result.ok === false && !recordedStepOf(one, pending),
  )
  if (failed !== undefined) return dependencyFailed(failed, step, chain)
  const waits = [...sources.map(({ from }) => from), ...(list ? [list.from] : []), ...behind]
  const follows = waits.some((from) => recordedStepOf(from, pending))
  if (definition.effect === "read" && !follows) return executeEntry(step, index, handler, chain)
  if (!list) return recordTask(pending, [index])
  const from = recordedStepOf(list.from, pending)
  return from ? recordList(list, from, pending) : recordEach(list, pending)
}

/** The record that a source refers to. */
function recordedStepOf(
  from: ValueSource["from"],
  { chain, turn }: PendingStep,
): RecordedStep | undefined {
  if (typeof from !== "number") return from === "item" ? undefined : from
  const isOwn = chain.ready[from]?.entry.plan.client().recording === turn.recording
  return isOwn ? chain.done[from]?.recorded : undefined
}

/** Records a step for each item of a known list, one by one. */
async function recordEach(list: EntrySource, pending: PendingStep): Promise<EntryOutcome> {
  const { step, index, handler, chain } = pending
  const name = nameOf(pending)
  const outcomes: EntryOutcome[] = []
  const outcome = await executeEach(
    step,
    list,
    index,
    handler,
    chain,
    async (step, own, _, item?: Item) => {
      const at = item?.at ?? 0
      const as = `${name}_${at + 1}`
      const one = await recordTask({ ...pending, step, handler: own }, [index, at], { item, as })
      outcomes[at] = one
      return one
    },
  )
  return recordedOutcome(outcome, outcomes, name, pending)
}

/** Records a step for each item of a list that is not known yet. */
async function recordList(
  list: EntrySource,
  from: RecordedStep,
  pending: PendingStep,
): Promise<EntryOutcome> {
  const { step, index } = pending
  const { limit = 0 } = step.entry.each ?? {}
  const refuse = (message: string) => cannotBeRecorded(step, `/${index}/each: ${message}`)
  const found = writeReference(list.place, from)
  if (!found.ok) return refuse(found.message)
  const criteria = criteriaOf(step.where)
  if (!criteria) return refuse("`where` is a function, but the list is not known yet: pass values")
  const some = Object.keys(criteria).length > 0 && { where: criteria }
  const { value } = found
  if (isReference(value)) {
    const { required: _, match: __, ...list } = value
    return recordTask(pending, [index], { each: { ...list, ...some, limit } })
  }
  // The list consists of the results of several tasks.
  const items = value ?? []
  if (items.length > limit) return refuse(`${items.length} items exceed the limit of ${limit}`)
  if (some || !items.every(isReference))
    return refuse(`the result of ${from.name} is not known yet`)
  const name = nameOf(pending)
  const outcomes: EntryOutcome[] = []
  for (const [at, item] of items.entries())
    outcomes.push(await recordTask(pending, [index, at], { later: item, as: `${name}_${at + 1}` }))
  const { id } = step.definition
  const data = { result: { task: id, ok: true as const, data: [] }, metas: [] }
  return recordedOutcome(outcomes.find((one) => !one.recorded) ?? data, outcomes, name, pending)
}

/** The outcome of a step that was recorded once for each item. */
function recordedOutcome(
  outcome: EntryOutcome,
  outcomes: readonly EntryOutcome[],
  name: string,
  { step }: PendingStep,
): EntryOutcome {
  const items = outcomes.flatMap((one) => one.recorded?.name ?? [])
  if (items.length === 0 || items.length < outcomes.length) return outcome
  const output = { type: "array" as const, items: step.definition.output }
  const metas = outcomes.flatMap((one) => one.metas)
  return {
    ...failedEntry(step, recordedFailure(items)),
    metas,
    recorded: { name, items, output },
  }
}

function nameOf({ step: { entry, definition }, turn }: PendingStep): string {
  return uniqueName(entry.as ?? defaultName(definition.id), turn.recording)
}

interface TaskVariant extends Pick<Recorded, "as" | "each"> {
  readonly item?: Item | undefined
  /** The reference to its item, in a list that is not known yet. */
  readonly later?: WrittenReference
}

/** Records one task, with the known values and references for all others. */
async function recordTask(
  pending: PendingStep,
  place: readonly number[],
  which: TaskVariant = {},
): Promise<EntryOutcome> {
  const { step, handler, chain, turn } = pending
  const { entry, definition, behind } = step
  const { as = entry.as, each } = which
  const { plan } = entry
  const client = plan.client()
  const fillings: Filling[] = []
  const known: ValueSource[] = []
  const unknown: (Filling & Pick<ValueSource, "place">)[] = []
  for (const source of step.sources) {
    const one = referenceFor(source, which, pending)
    if (one === undefined) known.push(source)
    else if (!one.ok) return cannotBeRecorded(step, `${source.pointer}: ${one.message}`)
    else if (one.value !== null) unknown.push({ ...source, value: one.value })
    else if (source.place.required) return failedEntry(step, missingValue(source, chain.ready))
    else fillings.push({ pointer: source.pointer, value: null })
  }
  const given = await valuesFor(known, handler, chain, which.item)
  const { metas } = given
  if (!given.ok) return { ...failedEntry(step, given.failure), metas }
  const guess = given.guess ?? guessOf(step.list?.from, chain)
  if (guess) return { ...partialMatchRefused(step, guess), metas }
  const complete = fillIn(plan.input, [...fillings, ...given.values])
  const references = unknown.length > 0 ? { references: unknown } : {}
  const prepared = await prepare(plan, { ...complete, ...references }, client, chain.scope)
  if (!prepared.ok) return { ...failedWith(definition.id, prepared.error), metas }
  const own = chain.clientFor(client)
  const after = behind.flatMap((one) => {
    const before = recordedStepOf(one, pending)
    return before ? (before.items ?? before.name) : []
  })
  const { input } = prepared
  const call = { definition, input, unknown, after, as, place, ...(each && { each }) }
  const transport = handler.transport(own.graphql, own.batch)
  const outcome = await record(call, own, transport, chain.scope, turn)
  const failure = outcome.ok ? recordedFailure(outcome.name) : outcome.failure
  const failed = {
    ...failedWith(definition.id, client.redact(toResultError(failure, definition))),
    metas,
  }
  if (!outcome.ok) return failed
  const output = each ? { type: "array" as const, items: definition.output } : definition.output
  const recorded = { name: outcome.name, output }
  // References to the step as a whole refer to the records of its items.
  if (which.as !== undefined) addReferenceTarget(turn, {}, recorded)
  return { ...failed, recorded }
}

/** The reference that stands for an unknown value; undefined if the value is known. */
function referenceFor(
  { from, place }: ValueSource,
  { each, later }: TaskVariant,
  pending: PendingStep,
) {
  if (from !== "item") {
    const recorded = recordedStepOf(from, pending)
    return recorded && writeReference(place, recorded)
  }
  const text = pathText(place.path)
  const required = place.required && { required: true }
  if (each) return { ok: true as const, value: { $item: text, ...required } }
  if (!later) return undefined
  const path = [later.path ?? "", text].filter((part) => part !== "").join(".")
  const joined = path.replaceAll(".[", "[")
  return {
    ok: true as const,
    value: { ...later, ...(joined !== "" && { path: joined }), ...required },
  }
}

/** Conditions in the form of tasks; undefined if tasks cannot express them. */
function criteriaOf(where: ReadyStep["where"]): Readonly<Record<string, unknown>> | undefined {
  if (typeof where === "function") return undefined
  const criteria = where.map(({ path, condition }) => [pathText(path), condition] as const)
  const { value, issues } = snapshot(Object.fromEntries(criteria))
  return issues.length === 0 && isObject(value) ? value : undefined
}

function isReference(value: WrittenValue): value is WrittenReference {
  return value !== null && "$from" in value
}

function cannotBeRecorded(step: ReadyStep, problem: string): EntryOutcome {
  const message = `${step.definition.id} cannot be recorded: ${problem}`
  return failedEntry(step, permanent("VALIDATION", "not_sent", message))
}
