import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"
import { type Failure, toResultError } from "../errors/index.js"
import type { ChainEntry } from "./entry.js"
import { failedWith, summary } from "./summary.js"

export type ChainOutcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

/** The result of a chain that was rejected before its steps were checked. */
export function unsent(entries: readonly ChainEntry[], failure: Failure): ChainOutcome {
  const results = entries.map((entry) => {
    if (!entry.ok) return { result: entry, metas: [] }
    const { definition } = entry.plan
    return failedWith(definition.id, toResultError(failure, definition))
  })
  return summary(results, { requests: 0, points: 0 }, [])
}
