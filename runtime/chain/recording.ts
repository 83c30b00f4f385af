import type { Recording } from "../client/index.js"
import type { ChainEntry } from "./entry.js"
import type { executeEntry } from "./execute-entry.js"

/**
 * Prepares the recordings of a chain.
 *
 * @returns a function that runs the chain's executor; the records are in the recordings afterwards
 */
export function recording(entries: readonly ChainEntry[]) {
  const begun = new Map<Recording, readonly string[]>()
  for (const entry of entries) {
    const recording = entry.ok ? entry.plan.client().recording : undefined
    if (recording) begun.set(recording, recording.latest)
  }
  return async <R>(
    work: (how: { executeEntry?: typeof executeEntry }) => Promise<R>,
  ): Promise<R> => {
    if (begun.size === 0) return work({})
    const { recorder } = await import("./record-steps.js")
    const { end, ...how } = await recorder(begun)
    return work(how).finally(end)
  }
}
