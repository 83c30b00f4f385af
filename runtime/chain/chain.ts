import type { ChainStepResult } from "../envelope/index.js"
import { SingleUse, type Step, stepPlan } from "../step/index.js"
import { type Each, eachPlan } from "./each-plan.js"
import { type ChainEntry, idOf } from "./entry.js"
import { isA } from "./is-a.js"
import { dryRunChain, runChain } from "./run-chain.js"
import { RunOnce } from "./run-once.js"
import {
  type Chain,
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
