/** Records steps of a chain instead of sending them. Loaded by the first chain of a client that records. */
import type { Handler } from "../batch/index.js"
import {
  loadRecord,
  prepare,
  type Recorded,
  type Turn,
  type WrittenReference,
  type WrittenValue,
} from "../call/index.js"
import type { Noted, Recording } from "../client/index.js"
import { permanent, toResultError } from "../errors/index.js"
import { snapshot } from "../input/index.js"
import { pathText } from "../reference/index.js"
import type { EachPlan } from "./each-plan.js"
import { sourceOf } from "./entry.js"
import {
  because,
  executeEach,
  executeEntry,
  guessBehind,
  guessed,
  type Item,
  nothingThere,
  type Running,
  rejected,
  valuesFor,
} from "./execute-entry.js"
import type { ReadyStep } from "./preflight.js"
import type { EntrySource, ValueSource } from "./sources.js"
import { type EntryOutcome, failedWith } from "./summary.js"
import { type Filling, filled } from "./values.js"

type Notes = Awaited<ReturnType<typeof loadRecord>>

/** A step that is ready to be recorded or sent. */
interface Moment {
  readonly step: ReadyStep
  readonly index: number
  readonly handler: Handler
  readonly chain: Running
  readonly turn: Turn
  readonly notes: Notes
}

/** Executes a chain whose steps may belong to recording clients. */
export async function recorder(begun: ReadonlyMap<Recording, readonly string[]>) {
  const notes = await loadRecord()
  const turns = new Map(
    [...begun].map(([recording, latest]) => [recording, notes.turnOf(recording, latest)]),
  )
  return {
    async executeEntry(
      step: ReadyStep,
      index: number,
      handler: Handler,
      chain: Running,
    ): Promise<EntryOutcome> {
      const { recording } = step.entry.plan.client()
      if (!recording) return executeEntry(step, index, handler, chain)
      const turn = turns.get(recording) ?? notes.turnOf(recording, recording.latest)
      turns.set(recording, turn)
      const carried = await executeOrRecord({ step, index, handler, chain, turn, notes })
      if (carried.noted) notes.identify(turn, sourceOf(step.entry), carried.noted)
      return carried
    },
    end() {
      for (const turn of turns.values()) notes.endTurn(turn)
    },
  }
}

/** Sends a read unless it depends on a record; records everything else. */
async function executeOrRecord(moment: Moment): Promise<EntryOutcome> {
  const { step, index, handler, chain } = moment
  const { definition, sources, list, behind } = step
  const failed = step.after.find(
    (one) => chain.done[one]?.result.ok === false && !notedBy(one, moment),
  )
  if (failed !== undefined) return because(failed, step, chain)
  const waits = [...sources.map(({ from }) => from), ...(list ? [list.from] : []), ...behind]
  const follows = waits.some((from) => notedBy(from, moment))
  if (definition.effect === "read" && !follows) return executeEntry(step, index, handler, chain)
  if (!list) return note(moment, [index])
  const from = notedBy(list.from, moment)
  return from ? noteList(list, from, moment) : noteEach(list, moment)
}

/** The record that a source refers to. */
function notedBy(from: ValueSource["from"], { chain, turn }: Moment): Noted | undefined {
  if (typeof from !== "number") return from === "item" ? undefined : from
  const isOwn = chain.ready[from]?.entry.plan.client().recording === turn.recording
  return isOwn ? chain.done[from]?.noted : undefined
}

/** Records a step for each item of a known list, one by one. */
async function noteEach(list: EntrySource, moment: Moment): Promise<EntryOutcome> {
  const { step, index, handler, chain } = moment
  const name = nameOf(moment)
  const noted: EntryOutcome[] = []
  const carried = await executeEach(
    step,
    list,
    index,
    handler,
    chain,
    async (_, own, __, item?: Item) => {
      const at = item?.at ?? 0
      const as = `${name}_${at + 1}`
      const one = await note({ ...moment, handler: own }, [index, at], { item, as })
      noted[at] = one
      return one
    },
  )
  return together(carried, noted, name, moment)
}

/** Records a step for each item of a list that is not known yet. */
async function noteList(list: EntrySource, from: Noted, moment: Moment): Promise<EntryOutcome> {
  const { step, index, notes } = moment
  const { limit = 0 } = step.entry.each ?? {}
  const refuse = (message: string) => invalid(step, `/${index}/each: ${message}`)
  const found = notes.written(list.place, from)
  if (!found.ok) return refuse(found.message)
  const criteria = criteriaOf(step.where)
  if (!criteria) return refuse("`where` is a function, but the list is not known yet: pass values")
  const some = Object.keys(criteria).length > 0 && { where: criteria }
  const { value } = found
  if (isReference(value)) {
    const { required: _, match: __, ...list } = value
    return note(moment, [index], { each: { ...list, ...some, limit } })
  }
  // The list consists of the results of several tasks.
  const items = value ?? []
  if (items.length > limit) return refuse(`${items.length} items exceed the limit of ${limit}`)
  if (some || !items.every(isReference))
    return refuse(`the result of ${from.name} is not known yet`)
  const name = nameOf(moment)
  const noted: EntryOutcome[] = []
  for (const [at, item] of items.entries())
    noted.push(await note(moment, [index, at], { later: item, as: `${name}_${at + 1}` }))
  const { id } = step.definition
  const data = { result: { task: id, ok: true as const, data: [] }, metas: [] }
  return together(noted.find((one) => !one.noted) ?? data, noted, name, moment)
}

/** The outcome of a step that was recorded once for each item. */
function together(
  carried: EntryOutcome,
  noted: readonly EntryOutcome[],
  name: string,
  { step, notes }: Moment,
): EntryOutcome {
  const items = noted.flatMap((one) => one.noted?.name ?? [])
  if (items.length === 0 || items.length < noted.length) return carried
  const output = { type: "array" as const, items: step.definition.output }
  const metas = noted.flatMap((one) => one.metas)
  return { ...rejected(step, notes.notedFailure(items)), metas, noted: { name, items, output } }
}

/** The name of a step as a whole. */
function nameOf({ step: { entry, definition }, turn, notes }: Moment): string {
  return notes.reserved(entry.as ?? notes.nameFor(definition.id), turn.recording)
}

interface Which extends Pick<Recorded, "as" | "each"> {
  /** The item that it is for. */
  readonly item?: Item | undefined
  /** The reference to its item, in a list that is not known yet. */
  readonly later?: WrittenReference
}

/** Records one task, with the known values and references for all others. */
async function note(
  moment: Moment,
  place: readonly number[],
  which: Which = {},
): Promise<EntryOutcome> {
  const { step, handler, chain, turn, notes } = moment
  const { entry, definition, behind } = step
  const { as = entry.as, each } = which
  const { plan } = entry
  const client = plan.client()
  const fillings: Filling[] = []
  const known: ValueSource[] = []
  const unknown: (Filling & Pick<ValueSource, "place">)[] = []
  for (const source of step.sources) {
    const one = unknownFor(source, which, moment)
    if (one === undefined) known.push(source)
    else if (!one.ok) return invalid(step, `${source.pointer}: ${one.message}`)
    else if (one.value !== null) unknown.push({ ...source, value: one.value })
    else if (source.place.required) return rejected(step, nothingThere(source, chain.ready))
    else fillings.push({ pointer: source.pointer, value: null })
  }
  const given = await valuesFor(known, handler, chain, which.item)
  const { metas } = given
  if (!given.ok) return { ...rejected(step, given.failure), metas }
  const guess = given.guess ?? guessBehind(step.list?.from, chain)
  if (guess) return { ...guessed(step, guess), metas }
  const complete = filled(plan.input, [...fillings, ...given.values])
  const references = unknown.length > 0 ? { references: unknown } : {}
  const prepared = await prepare(plan, { ...complete, ...references }, client, chain.scope)
  if (!prepared.ok) return { ...failedWith(definition.id, prepared.error), metas }
  const own = chain.clientFor(client)
  const after = behind.flatMap((one) => {
    const before = notedBy(one, moment)
    return before ? (before.items ?? before.name) : []
  })
  const { input } = prepared
  const call = { definition, input, unknown, after, as, place, ...(each && { each }) }
  const transport = handler.transport(own.graphql, own.batch)
  const outcome = await notes.record(call, own, transport, chain.scope, turn)
  const failure = outcome.ok ? notes.notedFailure(outcome.name) : outcome.failure
  const carried = {
    ...failedWith(definition.id, client.redact(toResultError(failure, definition))),
    metas,
  }
  if (!outcome.ok) return carried
  const output = each ? { type: "array" as const, items: definition.output } : definition.output
  const noted = { name: outcome.name, output }
  // References to the step as a whole refer to the records of its items.
  if (which.as !== undefined) notes.identify(turn, {}, noted)
  return { ...carried, noted }
}

/** The reference that stands for an unknown value; undefined if the value is known. */
function unknownFor({ from, place }: ValueSource, { each, later }: Which, moment: Moment) {
  if (from !== "item") {
    const noted = notedBy(from, moment)
    return noted && moment.notes.written(place, noted)
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
function criteriaOf(where: EachPlan["where"]): Readonly<Record<string, unknown>> | undefined {
  if (typeof where === "function") return undefined
  const criteria = where.map(({ path, condition }) => [pathText(path), condition] as const)
  const { value, issues } = snapshot(Object.fromEntries(criteria))
  return issues.length === 0 && isObject(value) ? value : undefined
}

function isReference(value: WrittenValue): value is WrittenReference {
  return value !== null && "$from" in value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function invalid(step: ReadyStep, problem: string): EntryOutcome {
  const message = `${step.definition.id} cannot be recorded: ${problem}`
  return rejected(step, permanent("VALIDATION", "not_sent", message))
}
