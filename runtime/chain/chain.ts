import type { ChainStepResult } from "../envelope/index.js"
import { LazyPromise, lazyImport, SingleUse, type Step, stepPlan } from "../step/index.js"
import { ChainFailed } from "./chain-failed.js"
import { type Each, eachPlan } from "./each-plan.js"
import { type ChainEntry, type ChainOutcome, idOf, isA, unsent } from "./entries.js"
import {
  type Chain,
  type ChainDryRun,
  type ChainItem,
  type ChainOptions,
  type ChainResults,
  chainPlan,
} from "./types.js"

/**
 * Collects steps that have not run, as one list, to send them together. Nested chains are flattened.
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
export function chain(...given: ChainItem[] | [readonly ChainItem[]]): Chain<StepResult[]> {
  const [first] = given
  const items = given.length === 1 && isList(first) ? first : given
  const entries = items.flatMap(claimEntries)
  const use = new SingleUse("This chain", () => `a chain of ${describeEntries(entries)}`)
  const start = (options?: ChainOptions) => runChain(entries, options ?? {})
  const dryRun = async () => {
    use.asked()
    return dryRunChain(entries)
  }
  return Object.assign(new RunOnce(use, start), {
    [chainPlan]: Object.assign(use, { entries }),
    dryRun,
  })
}

type StepResult = ChainStepResult<string, unknown>

// `Array.isArray` does not narrow read-only arrays.
function isList(item: unknown): item is readonly ChainItem[] {
  return Array.isArray(item)
}

// Enough steps to recognise a chain by.
const mostNamed = 5

function describeEntries(entries: readonly ChainEntry[]): string {
  const named = entries.slice(0, mostNamed).map(idOf)
  const more = entries.length > mostNamed ? [`${entries.length - mostNamed} more`] : []
  return [...named, ...more].join(", ") || "nothing"
}

/** The entries of an item, which from now on belong to the chain. */
function claimEntries(item: unknown): readonly ChainEntry[] {
  if (isA<Chain<unknown>>(item, chainPlan)) {
    const plan = item[chainPlan]
    plan.claim("chain")
    return plan.entries
  }
  if (isA<Each<string, unknown>>(item, eachPlan)) {
    const each = item[eachPlan]
    each.claim("chain")
    return [{ ok: true, plan: each.step, each }]
  }
  if (isA<Step<string, unknown>>(item, stepPlan)) {
    const plan = item[stepPlan]
    plan.claim("chain")
    return [{ ok: true, plan }]
  }
  throw new TypeError("chain takes steps that have not run yet: call capabilities without `await`")
}

/** Starts its work once, whether awaiting or running with options comes first. */
export class RunOnce<Options extends object> extends LazyPromise<ChainOutcome> {
  readonly #use: SingleUse
  readonly #start: (options: Options | undefined) => Promise<ChainOutcome>

  constructor(use: SingleUse, start: (options: Options | undefined) => Promise<ChainOutcome>) {
    super()
    this.#use = use
    this.#start = start
  }

  async run(options?: Options): Promise<ChainOutcome> {
    return this.once(this.#use, options, () => this.#start(options))
  }

  async orThrow() {
    const envelope = await this.run()
    if (envelope.status !== "success") throw new ChainFailed(envelope)
    return envelope.results.map(({ data }) => data)
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
