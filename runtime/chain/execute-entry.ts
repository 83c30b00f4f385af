import { executeCall, prepare } from "../call/index.js"
import type { Batcher, Client, Handler } from "../client/index.js"
import type { ChainStepResult, ResultEnvelope, ResultError, ResultMeta } from "../envelope/index.js"
import { type Failure, permanent, reasonOf, shorten, toResultError } from "../errors/index.js"
import { pathText } from "../reference/index.js"
import type { Definition } from "../routes/index.js"
import { morePages } from "../step/index.js"
import type { ConcurrencyLimit, Scope } from "../timing/index.js"
import { type EntryOutcome, failedWith, labelOf, type PartialMatch } from "./entries.js"
import { itemKeys } from "./item-keys.js"
import type { Memory } from "./memory.js"
import type { Choice, ReadList } from "./one-of.js"
import { prefersGraphql } from "./prefetch.js"
import type { ReadyStep } from "./preflight.js"
import type { Around, Observer } from "./types.js"
import {
  type EntrySource,
  type Filling,
  fillIn,
  hasMorePages,
  meetsConditions,
  originalOf,
  type ValueSource,
  valueAtPlace,
} from "./values.js"

type StepResult = ChainStepResult<string, unknown>

/** A chain under way. */
export interface RunningChain extends Pick<Observer, "settled" | "warn"> {
  readonly scope: Scope
  readonly trace: boolean
  readonly ready: readonly ReadyStep[]
  readonly batch: Batcher
  readonly several: boolean
  readonly memory: Memory | undefined
  /** Runs writes that share no document one after the other. */
  readonly writes: ConcurrencyLimit
  /** A client as the chain uses it. */
  clientFor(client: Client): Client
  /** Finished entries by index. */
  readonly done: (EntryOutcome | undefined)[]
  readonly around?: Around | undefined
}

export function executeEntry(
  step: ReadyStep,
  index: number,
  handler: Handler,
  chain: RunningChain,
): EntryOutcome | Promise<EntryOutcome> {
  const failed = step.after.find((one) => chain.done[one]?.result.ok === false)
  if (failed !== undefined) return dependencyFailed(failed, step, chain)
  return step.list
    ? executeEach(step, step.list, index, handler, chain)
    : executeOne(step, `${index}`, handler, chain)
}

/** The outcome of a step that is not sent because a step that it depends on failed or was not sent. */
export function dependencyFailed(
  failed: number,
  step: ReadyStep,
  { ready, done }: RunningChain,
): EntryOutcome {
  const cause = done[failed]?.result
  const label = labelFrom(failed, ready)
  const error = cause?.ok === false ? cause.error : undefined
  const known = error?.details?.because
  return failedEntry(step, {
    code: error?.code ?? "UNKNOWN",
    message: known ? (error?.message ?? "") : `Not sent: ${label} failed: ${error?.message ?? ""}`,
    transient: error?.retryable ?? false,
    outcome: "not_sent",
    details: { because: known ?? label },
  })
}

/** The item of a step, and the position of the item in the list. */
export interface Item {
  readonly value: unknown
  readonly at: number
}

/** Makes one call of an entry, with the values that other entries have produced. */
async function executeOne(
  step: ReadyStep,
  place: string,
  handler: Handler,
  chain: RunningChain,
  item?: Item,
): Promise<EntryOutcome> {
  const { entry, definition, sources } = step
  const { plan } = entry
  const metas: ResultMeta[] = []
  let { input } = step
  let guess = guessOf(step.list?.from, chain)
  const mayGuess = definition.effect === "read"
  if (guess && !mayGuess) return partialMatchRefused(step, guess)
  if (sources.length > 0) {
    const given = await valuesFor(sources, handler, chain, item)
    metas.push(...given.metas)
    if (!given.ok) return { ...failedEntry(step, given.failure), metas }
    guess ??= given.guess
    if (guess && !mayGuess) return { ...partialMatchRefused(step, guess), metas }
    const complete = fillIn(plan.input, given.values)
    const prepared = await prepare(plan, complete, plan.client(), chain.scope)
    if (!prepared.ok) return { ...failedWith(definition.id, prepared.error), metas }
    input = prepared.input
  }
  const envelope = await call(step, place, input, handler, chain)
  const { capability_id: task, attempts, once } = envelope.meta
  const traced = { ...(attempts && { attempts }), ...(once && { once }) }
  const result: StepResult = envelope.ok
    ? { task, ok: true, data: envelope.data, ...traced }
    : { task, ok: false, error: envelope.error, ...traced }
  return { result, metas: [...metas, withMorePages(envelope.meta)], input, guess }
}

/** Results of steps have no `meta`, so the chain says which lists go on. */
function withMorePages(meta: ResultMeta): ResultMeta {
  const more = morePages(meta)
  return more ? { ...meta, warnings: [...(meta.warnings ?? []), more] } : meta
}

/** A read accepts a partial match. A write needs the whole text, a number or an id. */
export function partialMatchRefused(
  step: ReadyStep,
  { message, match }: PartialMatch,
): EntryOutcome {
  const fix = "If this is the right item, pass its full name, number or id"
  return failedEntry(
    step,
    permanent("VALIDATION", "not_sent", `Not sent: ${message}`, { matches: [match], fix }),
  )
}

/** A partial match of an entry also applies to the entries that depend on it. */
export function guessOf(
  from: ValueSource["from"] | undefined,
  { done }: RunningChain,
): PartialMatch | undefined {
  return typeof from === "number" ? done[from]?.guess : undefined
}

type Values = { readonly metas: readonly ResultMeta[] } & (
  | {
      readonly ok: true
      readonly values: readonly Filling[]
      readonly guess?: PartialMatch | undefined
    }
  | { readonly ok: false; readonly failure: Failure }
)

/** The values of an entry's references, and the cost of the requests that find them. */
export async function valuesFor(
  sources: readonly ValueSource[],
  handler: Handler,
  chain: RunningChain,
  item: Item | undefined,
): Promise<Values> {
  const values: Filling[] = []
  const metas: ResultMeta[] = []
  const read = new Map<string, ReadList>()
  let guess: PartialMatch | undefined
  for (const source of sources) {
    const { place, pointer } = source
    const one = await valueFor(source, handler, chain, read, item)
    metas.push(...one.metas)
    if (!one.ok) return { ok: false, failure: one.failure, metas }
    if (place.required && one.value === null) {
      return { ok: false, failure: missingValue(source, chain.ready), metas }
    }
    guess ??= one.guess ?? guessOf(source.from, chain)
    values.push({ pointer, value: one.value })
  }
  return { ok: true, values, metas, guess }
}

/** Sends an entry together with others that are ready. */
function call(
  { entry, definition }: ReadyStep,
  place: string,
  input: unknown,
  handler: Handler,
  { clientFor, several, scope, trace, memory, around, writes }: RunningChain,
): Promise<ResultEnvelope<unknown>> {
  const client = entry.plan.client()
  const own = clientFor(client)
  const graphql = handler.transport(own.graphql, own.batch)
  const chain = { several, leaveBatch: handler.leave, joinBatch: handler.resume }
  const callContext = { client: own, graphql, scope, options: { trace }, chain }
  const send = () =>
    around
      ? around({ place, definition, input, callContext }, executeCall)
      : executeCall(definition, input, callContext)
  const isAlone = several && definition.effect !== "read" && !prefersGraphql(definition, input, own)
  if (isAlone) handler.leave()
  const sent = isAlone ? writes(send) : send()
  if (!memory) return sent
  return sent.then((envelope) => {
    if (envelope.ok) {
      const data = originalOf(envelope.data, client)
      memory.learn(client, definition.identifies?.(data, input) ?? [])
    }
    return envelope
  })
}

/** The current value of a reference. */
async function valueFor(
  { from, place }: ValueSource,
  handler: Handler,
  chain: RunningChain,
  read: Map<string, ReadList>,
  item: Item | undefined,
): Promise<Choice> {
  if (from === "item") return { ok: true, value: valueAtPlace(item?.value, place.path), metas: [] }
  const { ready, done } = chain
  if (typeof from !== "number") return { ok: true, value: null, metas: [] }
  if (!place.match) {
    return { ok: true, value: valueAtPlace(originalDataOf(from, chain), place.path), metas: [] }
  }
  const { oneOf } = await import("./one-of.js")
  const [source, listed] = [ready[from], done[from]?.input]
  const next = async (after: string) =>
    source && call(source, `${from}+${after}`, { ...Object(listed), after }, handler, chain)
  const original = (given: unknown) =>
    source ? originalOf(given, source.entry.plan.client()) : given
  const data = dataOf(done[from]?.result)
  return oneOf(place, { data, original, label: labelFrom(from, ready), listed, read, next })
}

/** The failure of a required reference whose value is null. */
export function missingValue({ from, place }: ValueSource, ready: RunningChain["ready"]): Failure {
  const origin = labelFrom(from, ready)
  const message = `Not sent: ${origin} has no ${pathText(place.path)}`
  return permanent("NOT_FOUND", "not_sent", message, { because: origin })
}

/** The source of a value, in messages. */
function labelFrom(from: ValueSource["from"], ready: RunningChain["ready"]): string {
  if (from === "item") return "the item"
  if (typeof from === "object") return from.name
  const entry = ready[from]?.entry
  return entry ? labelOf(entry, from) : `#${from}`
}

/** One call for each item, all at once: their mutations share documents, in the order of the list. */
export async function executeEach(
  step: ReadyStep,
  list: EntrySource,
  index: number,
  handler: Handler,
  chain: RunningChain,
  one = (step: ReadyStep, own: Handler, chain: RunningChain, item: Item) =>
    executeOne(step, `${index}.${item.at}`, own, chain, item),
): Promise<EntryOutcome> {
  const { batch, ready, warn } = chain
  const { id } = step.definition
  const { limit = 0 } = step.entry.each ?? {}
  const data = typeof list.from === "number" ? originalDataOf(list.from, chain) : null
  const all = valueAtPlace(data, list.place.path)
  let items: unknown[]
  try {
    items = Array.isArray(all) ? all.filter((item) => meetsConditions(item, step.where)) : []
  } catch (error) {
    const message = shorten(`each of ${id}: its \`where\` threw: ${reasonOf(error)}`)
    return failedEntry(step, permanent("VALIDATION", "not_sent", message))
  }
  if (items.length > limit) {
    const message = `each of ${id}: ${items.length} items exceed the limit of ${limit}`
    const fix = "Raise `limit`, or select fewer items with `where`"
    return failedEntry(step, permanent("VALIDATION", "not_sent", message, { fix }))
  }
  const { definition } = step
  const keys = definition.key === undefined ? [] : itemKeys(definition, items)
  if (!Array.isArray(keys)) return failedEntry(step, keys)
  if (hasMorePages(data, list.place)) {
    const label = labelFrom(list.from, ready)
    const message = `each of ${id}: ${label} has more pages; their items were not processed`
    const fix = "Repeat the chain with `after` set to the end_cursor of the list"
    warn({ code: "INCOMPLETE", message, fix, step: index })
  }
  const handlers = items.map((_, at) => batch.join([index, at]))
  handler.settle()
  const itemOutcomes = await Promise.all(
    handlers.map((own, at) =>
      one(withKey(step, keys[at]), own, chain, { value: items[at], at }).finally(() =>
        own.settle(),
      ),
    ),
  )
  const results = itemOutcomes.map(({ result }) => result)
  const metas = itemOutcomes.flatMap((one) => one.metas)
  const failed = results.flatMap((result, at) => (result.ok ? [] : [{ at, error: result.error }]))
  const [first] = failed
  if (!first) {
    const data = results.map(dataOf)
    const client = step.entry.plan.client()
    client.guard.untrusted?.originals.set(
      data,
      data.map((one) => originalOf(one, client)),
    )
    return { result: { task: id, ok: true, data }, metas }
  }
  const applied = step.definition.effect !== "read" && failed.length < items.length
  const outcomes = failed.map(({ error }) => error.details?.outcome)
  const outcome = applied || outcomes.includes("unknown") ? "unknown" : outcomes.find((one) => one)
  const error: ResultError = {
    code: first.error.code,
    message: `${failed.length} of ${items.length} failed, first #${first.at}: ${first.error.message}`,
    retryable: false,
    details: { ...(outcome && { outcome }), ...(applied && { applied }), results },
  }
  return { result: { task: id, ok: false, error }, metas, input: itemOutcomes[first.at]?.input }
}

const withKey = (step: ReadyStep, key: string | undefined): ReadyStep =>
  key === undefined ? step : { ...step, definition: { ...step.definition, key } }

/** GitHub's original answer for an entry that later entries refer to. */
function originalDataOf(index: number, { ready, done }: RunningChain): unknown {
  const data = dataOf(done[index]?.result)
  const client = ready[index]?.entry.plan.client()
  return client ? originalOf(data, client) : data
}

function dataOf(result: StepResult | undefined): unknown {
  return result?.ok ? result.data : null
}

export function failedEntry(
  { definition }: { readonly definition: Definition },
  failure: Failure,
): EntryOutcome {
  return failedWith(definition.id, toResultError(failure, definition))
}
