import type { Client } from "../client/index.js"
import { LazyPromise, lazyImport, SingleUse } from "../step/index.js"
import { type ArrangedOutcome, arranged, arrangedAbort, type NamedSteps } from "./arranged.js"
import { ChainFailed } from "./chain-failed.js"
import { type ChainEntry, type ChainOutcome, idOf, labelOf, unsent } from "./entries.js"
import { isOwn, isShape, placedEntries } from "./placed-entries.js"
import {
  type Chain,
  type ChainDryRun,
  type ChainItem,
  type ChainOptions,
  type ChainResults,
  type ChainShape,
  chainPlan,
  type ShapeResults,
  type ThrowingChain,
  type ThrowingItem,
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

/**
 * Collects steps of a client with `throws`, as `chain` does.
 *
 * @example
 * const { issues, prs } = await ghx.chain({ issues: ghx.issue.list(repo), prs: ghx.pr.list(repo) })
 */
export function throwingChain<const Items extends readonly ThrowingItem[]>(
  items: Items,
): ThrowingChain<Items>
export function throwingChain<const Shape extends ChainShape>(shape: Shape): ThrowingChain<Shape>
export function throwingChain<const Items extends readonly ThrowingItem[]>(
  ...items: Items
): ThrowingChain<Items>
export function throwingChain(...given: readonly unknown[]): object {
  const { chain, run } = collected(given, true)
  return Object.assign(new ThrowingRun(run), {
    [chainPlan]: chain[chainPlan],
    dryRun: chain.dryRun,
  })
}

function collected(given: readonly unknown[], throws: boolean) {
  const [only] = given
  const isWhole = given.length === 1 && !isOwn(only) && (Array.isArray(only) || isShape(only))
  const { entries, layout } = placedEntries(isWhole ? only : given, throws)
  const use = new SingleUse("This chain", () => `a chain of ${describeEntries(entries)}`)
  const start = (options?: ChainOptions) => runChain(entries, options ?? {})
  const dryRun = async () => {
    use.asked()
    return dryRunChain(entries)
  }
  const named = layout && { layout, labels: entries.map(labelOf) }
  const [first] = entries
  const client = () => (first?.ok ? first.plan.client() : undefined)
  const run = new RunOnce(use, start, client, named)
  const plan = Object.assign(use, { entries, ...(layout && { layout }) })
  return { run, chain: Object.assign(run, { [chainPlan]: plan, dryRun }) }
}

/** A chain whose failure is thrown when all of its steps have ended. */
class ThrowingRun extends LazyPromise<unknown> {
  readonly throws = true
  readonly #run: RunOnce<ChainOptions>

  constructor(run: RunOnce<ChainOptions>) {
    super()
    this.#run = run
  }

  async run(options?: ChainOptions): Promise<unknown> {
    await this.#run.run(options)
    return this.#run.orThrow()
  }
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
  readonly #named: NamedSteps | undefined
  #outcome: ChainOutcome | undefined

  constructor(
    use: SingleUse,
    start: (options: Options | undefined) => Promise<ChainOutcome>,
    client: () => Client | undefined,
    named?: NamedSteps,
  ) {
    super()
    this.#use = use
    this.#start = start
    this.#client = client
    this.#named = named
  }

  async run(options?: Options): Promise<ArrangedOutcome> {
    return this.once(this.#use, options, async () => {
      const outcome = await arrangedAbort(this.#start(options), this.#named)
      this.#outcome = outcome
      return arranged(outcome, this.#named)
    })
  }

  async orThrow() {
    const { meta, results } = await this.run()
    const outcome = this.#outcome
    if (outcome && outcome.status !== "success")
      throw new ChainFailed(outcome, this.#named?.labels, results)
    if (meta.warnings) await this.#client()?.report?.(meta)
    const data = outcome?.results.map((one) => one.data) ?? []
    return this.#named ? this.#named.layout.fill(data) : data
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
