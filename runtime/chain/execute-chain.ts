import { withinScope } from "../call/index.js"
import { checkOptions, count, type Known, milliseconds } from "../input/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { ChainAborted } from "./chain-aborted.js"
import type { ChainEntry } from "./entry.js"
import { executeEntries, levelsOf, observer, recording } from "./execute-all.js"
import { createMemory } from "./memory.js"
import { preflight } from "./preflight.js"
import { type ChainOutcome, summary, unsent } from "./summary.js"
import { type ChainOptions, chainAround } from "./types.js"

const defaultConcurrency = 10

const abortedBeforeStart = {
  code: "NETWORK",
  message: "Not sent: the chain was aborted before it began",
  transient: true,
  outcome: "not_sent",
} as const

const known: Known<Omit<ChainOptions, typeof chainAround>> = {
  trace: "boolean",
  signal: "AbortSignal",
  timeout_ms: milliseconds,
  concurrency: count,
  onStep: "function",
  onWait: "function",
}

/** Executes the steps of a chain: all of them, or none if one is invalid. */
export async function executeChain(
  entries: readonly ChainEntry[],
  options: ChainOptions,
): Promise<ChainOutcome> {
  checkOptions("A chain", options, known)
  const { concurrency = defaultConcurrency, trace = false } = options
  const { signal } = options
  if (signal?.aborted) throw new ChainAborted(unsent(entries, abortedBeforeStart), signal.reason)
  return withinScope(
    options,
    async (scope) => {
      const observed = observer(options)
      const recordOrSend = recording(entries)
      const checked = await preflight(entries, scope)
      if (!checked.ok) {
        checked.rejected.forEach(observed.settled)
        const refused = checked.rejected.map((result) => ({ result, metas: [] }))
        return summary(refused, scope.sent, observed.warnings())
      }
      const { ready } = checked
      const limited = concurrencyLimit(concurrency)
      const levels = levelsOf(ready)
      // Without dependencies, no step can learn from another.
      const memory = levels > 1 ? createMemory() : undefined
      const around = options[chainAround]
      const shared = { scope, trace, limited, memory, around, ...observed }
      const outcomes = await recordOrSend((how) => executeEntries(ready, { ...shared, ...how }))
      return summary(outcomes, scope.sent, observed.warnings(), levels)
    },
    ({ status }) => status === "success",
    (result, reason) => new ChainAborted(result, reason),
  )
}
