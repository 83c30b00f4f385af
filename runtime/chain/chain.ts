import type { Client } from "../client/index.js"
import { pathText, placeOf } from "../reference/index.js"
import { isA, LazyPromise, lazyImport, SingleUse, type Step, stepPlan } from "../step/index.js"
import { type ArrangedOutcome, arranged } from "./arranged.js"
import { ChainFailed } from "./chain-failed.js"
import { type Each, eachPlan } from "./each.js"
import { type ChainEntry, type ChainOutcome, idOf, labelOf, unsent } from "./entries.js"
import { isPlainObject, type Layout, type LayoutPath, layoutOf } from "./layout.js"
import {
  type Chain,
  type ChainDryRun,
  type ChainItem,
  type ChainOptions,
  type ChainResults,
  type ChainShape,
  chainPlan,
  type ShapeResults,
} from "./types.js"

/**
 * Collects steps that have not run, as one list, to send them together. Chains of a list join it.
 *
 * @throws if a step already ran, or belongs to another chain.
 *
 * @example
 * const all = await chain(threads.map(({ id }) => ghx.pr.thread.resolve({ thread_id: id })))
 */
export function chain<const Items extends readonly ChainItem[]>(
  items: Items,
): Chain<ChainResults<Items>>
/**
 * Collects steps by name, to send them together. Objects, lists and chains with names keep their shape, and other
 * values stay where they are.
 *
 * @example
 * const { results } = await chain({ issues: ghx.issue.list(repo), prs: ghx.pr.list(repo) })
 * if (results.issues.ok) results.issues.data.items
 */
export function chain<const Shape extends ChainShape>(shape: Shape): Chain<ShapeResults<Shape>>
/**
 * Collects steps that have not run, to send them together; `chain([…])` takes them as one list.
 *
 * A failed step does not affect the others. If one has an invalid input, none is sent. Reads and lookups are sent
 * first, then mutations in step order.
 *
 * @throws if a step already ran, or belongs to another chain.
 *
 * @example
 * const both = await chain(
 *   ghx.pr.thread.reply({ thread_id, body: "Done." }),
 *   ghx.pr.thread.resolve({ thread_id }),
 * )
 * if (both.status === "success") both.results[1].data.is_resolved
 */
export function chain<const Items extends readonly ChainItem[]>(
  ...items: Items
): Chain<ChainResults<Items>>
export function chain(...given: readonly unknown[]): object {
  return collected(given, false).chain
}

/** A chain of steps and their shape, and what runs it. */
export function collected(given: readonly unknown[], throws: boolean) {
  const [only] = given
  const isWhole = given.length === 1 && !isOwn(only) && (Array.isArray(only) || isShape(only))
  const placed = placedEntries(isWhole ? only : given, throws)
  const { entries } = placed
  const use = new SingleUse("This chain", () => `a chain of ${describeEntries(entries)}`)
  const start = (options?: ChainOptions) => runChain(entries, options ?? {})
  const dryRun = async () => {
    use.asked()
    return dryRunChain(entries)
  }
  const [first] = entries
  const client = () => (first?.ok ? first.plan.client() : undefined)
  const run = new RunOnce(use, start, client, placed)
  const plan = Object.assign(use, placed)
  return { run, chain: Object.assign(run, { [chainPlan]: plan, dryRun }) }
}

// Enough steps to recognise a chain by.
const mostNamed = 5

function describeEntries(entries: readonly ChainEntry[]): string {
  const named = entries.slice(0, mostNamed).map(idOf)
  const more = entries.length > mostNamed ? [`${entries.length - mostNamed} more`] : []
  return [...named, ...more].join(", ") || "nothing"
}

/** Starts its work once, whether awaiting or running with options comes first. */
export class RunOnce<Options extends object> extends LazyPromise<ArrangedOutcome> {
  readonly #use: SingleUse
  readonly #start: (options: Options | undefined) => Promise<ChainOutcome>
  readonly #client: () => Client | undefined
  readonly #placed: PlacedEntries
  #outcome: Promise<ChainOutcome> | undefined

  constructor(
    use: SingleUse,
    start: (options: Options | undefined) => Promise<ChainOutcome>,
    client: () => Client | undefined,
    placed: PlacedEntries = { entries: [] },
  ) {
    super()
    this.#use = use
    this.#start = start
    this.#client = client
    this.#placed = placed
  }

  async run(options?: Options): Promise<ArrangedOutcome> {
    return this.once(this.#use, options, () => {
      this.#outcome = this.#start(options)
      return arranged(this.#outcome, this.#placed.entries, this.#placed.layout)
    })
  }

  async orThrow() {
    const { meta, results } = await this.run()
    const outcome = await this.#outcome
    const { entries, layout } = this.#placed
    if (outcome && outcome.status !== "success")
      throw new ChainFailed(outcome, layout && entries.map(labelOf), results)
    if (meta.warnings) await this.#client()?.report?.(meta)
    const data = outcome?.results.map((one) => one.data) ?? []
    return layout ? layout.fill(data) : data
  }
}

/** Only chains load this module. A bundle lists all exports of a module that is imported whole. */
const loadExecuteChain = /* @__PURE__ */ lazyImport(
  async () => (await import("./execute-chain.js")).executeChain,
)

/** Runs the steps of a chain: all of them, or none if one cannot be sent. */
export async function runChain(
  entries: readonly ChainEntry[],
  options: ChainOptions,
): Promise<ChainOutcome> {
  const executeChain = await loadExecuteChain("chains")
  return "code" in executeChain ? unsent(entries, executeChain) : executeChain(entries, options)
}

/** Returns the requests that a chain would send, without sending them. */
export async function dryRunChain(entries: readonly ChainEntry[]): Promise<ChainDryRun> {
  return (await import("./dry-run.js")).dryRun(entries)
}

interface PlacedEntries {
  readonly entries: readonly ChainEntry[]
  /** Absent if the results are one list of steps. */
  readonly layout?: Layout
}

/** The entries of everything that a chain is given, which from now on belong to it. */
function placedEntries(given: unknown, throws: boolean): PlacedEntries {
  if (Array.isArray(given) && given.every(isFlat)) {
    return { entries: given.flatMap((one) => claimed(one, throws).entries) }
  }
  const entries: ChainEntry[] = []
  const read = (part: unknown, path: LayoutPath): Layout | undefined => {
    if (!isOwn(part)) return refuseMistakes(part, path, given)
    const own = claimed(part, throws)
    const start = entries.length
    for (const [index, entry] of own.entries.entries())
      entries.push(entry.ok ? { ...entry, at: pathOf(entry, index, path, part, given) } : entry)
    const end = entries.length
    const { layout } = own
    if (layout) return { fill: (values) => layout.fill(values.slice(start, end)) }
    if (!isA<Chain<unknown>>(part, chainPlan)) return { fill: (values) => values[start] }
    return { joins: end - start, fill: (values) => values.slice(start, end) }
  }
  return { layout: layoutOf(given, read), entries }
}

/** Whether an item of a list is a step, or a chain that joins the list. */
function isFlat(item: unknown): boolean {
  return isOwn(item) && !claimedLayout(item)
}

/** Whether something is a step, an `each` or a chain. */
function isOwn(part: unknown): part is object {
  return (
    isA<Chain<unknown>>(part, chainPlan) ||
    isA<Each<string, unknown>>(part, eachPlan) ||
    isA<Step<string, unknown>>(part, stepPlan)
  )
}

/** Whether the only argument of a chain has its steps by name. */
function isShape(part: unknown): boolean {
  return isPlainObject(part) && !isResult(part)
}

function claimedLayout(item: unknown): Layout | undefined {
  return isA<Chain<unknown>>(item, chainPlan) ? item[chainPlan].layout : undefined
}

function claimed(item: object, throws: boolean): PlacedEntries {
  if ("throws" in item && !throws)
    throw new TypeError("A step of a client with `throws` belongs to its own chain: use ghx.chain")
  if (isA<Chain<unknown>>(item, chainPlan)) {
    const plan = item[chainPlan]
    plan.claim("chain")
    return plan
  }
  if (isA<Each<string, unknown>>(item, eachPlan)) {
    const each = item[eachPlan]
    each.claim("chain")
    return { entries: [{ ok: true, plan: each.step, each }] }
  }
  const plan = (item as Step<string, unknown>)[stepPlan]
  plan.claim("chain")
  return { entries: [{ ok: true, plan }] }
}

/** Where an entry stands; the entries of a chain that joins a list stand in that list. */
function pathOf(
  { at }: { readonly at?: LayoutPath },
  index: number,
  path: LayoutPath,
  part: object,
  given: unknown,
): LayoutPath {
  if (!isA<Chain<unknown>>(part, chainPlan)) return path
  if (at) return [...path, ...at]
  const last = path.at(-1)
  const joins = typeof last === "number" || given === part
  return joins ? [...path.slice(0, -1), Number(last) + index] : [...path, index]
}

const takes = "chain takes steps that have not run yet: call capabilities without `await`"

function refuseMistakes(part: unknown, path: LayoutPath, given: unknown): undefined {
  const refuse = (what: string) => {
    const where = path.length > 0 ? `; ${pathText(path)} is ${what}` : ""
    throw new TypeError(`${takes}${where}`)
  }
  if (isResult(part)) refuse("a result")
  if (placeOf(part)) refuse("a reference, which only inputs of steps take")
  if (typeof part === "function") refuse("a function: call it")
  if (typeof Object(part).then === "function") refuse("a promise")
  // As a member, a plain value has a name that says what it is.
  const isItem = path.length === 1 && Array.isArray(given)
  if (isItem && !Array.isArray(part) && !isPlainObject(part)) refuse("none")
  return undefined
}

function isResult(part: unknown): boolean {
  if (!isPlainObject(part) || !("meta" in part)) return false
  return ("ok" in part && typeof part.ok === "boolean") || ("status" in part && "results" in part)
}
