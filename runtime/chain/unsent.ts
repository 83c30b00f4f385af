import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"
import { type Failure, toResultError } from "../errors/index.js"
import type { ChainEntry } from "./entry.js"
import { failedWith, summary } from "./summary.js"

export type ChainOutcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

/** What is said of a chain whose steps were never looked at. */
export function unsent(entries: readonly ChainEntry[], failure: Failure): ChainOutcome {
  const results = entries.map((entry) => {
    if (!entry.ok) return { result: entry, metas: [] }
    const { definition } = entry.plan
    return failedWith(definition.id, toResultError(failure, definition))
  })
  return summary(results, { requests: 0, points: 0 }, [])
}
