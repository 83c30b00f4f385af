import type { ChainResultEnvelope } from "../envelope.js"
import { lazy, type Step, singleUse, stepPlan } from "../step/index.js"
import { runChain } from "./run-chain.js"
import {
  type Chain,
  type ChainItem,
  type ChainOptions,
  type ChainResults,
  chainPlan,
} from "./types.js"

/**
 * Collects steps that have not run, to be sent together. Chains inside a chain are flattened.
 *
 * One step's failure never touches another; but if one cannot be sent at all (an invalid input), none
 * is. Reads and look-ups go first, mutations then follow in step order.
 *
 * @throws where a step already ran, or belongs to another chain.
 *
 * @example
 * const both = await chain(
 *   ghx.pr.thread.reply({ thread_id, body: "Done." }),
 *   ghx.pr.thread.resolve({ thread_id }),
 * )
 * if (both.status === "success") both.results[1].task // "pr.thread.resolve"
 */
export function chain<const Items extends readonly ChainItem[]>(
  ...items: Items
): Chain<ChainResults<Items>>
export function chain(...items: ChainItem[]): Chain<unknown[]> {
  const steps = items.flatMap(take)
  const claim = singleUse("This chain")
  let running: Promise<ChainResultEnvelope<unknown[]>> | undefined

  const run = async (options?: ChainOptions): Promise<ChainResultEnvelope<unknown[]>> => {
    if (!running) {
      claim("alone")
      const entries = steps.map((step) => ({ ok: true, plan: step[stepPlan] }) as const)
      running = runChain(entries, options ?? {})
    } else if (options) {
      throw new Error("This chain already runs: options come too late")
    }
    return running
  }

  return { ...lazy(run), [chainPlan]: { steps, claim }, run }
}

/** The steps of an item, reserved for the chain that takes them. */
function take(item: ChainItem): readonly Step<string, unknown>[] {
  if (!isStepOrChain(item)) {
    throw new TypeError("chain takes steps that have not run: call capabilities without `await`")
  }
  if (chainPlan in item) {
    const { steps, claim } = item[chainPlan]
    claim("chain")
    return steps
  }
  item[stepPlan].claim("chain")
  return [item]
}

/** Types say so already, but many callers have none. */
function isStepOrChain(item: unknown): boolean {
  return typeof item === "object" && item !== null && (stepPlan in item || chainPlan in item)
}
