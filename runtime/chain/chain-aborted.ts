import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"

/**
 * A chain that was ended by its `signal` rejects with this error. `cause` is the signal's reason; `envelope` holds
 * the result of every step. Finished steps keep their results. A write in flight has `details.outcome: "unknown"`,
 * one that was never sent `"not_sent"`.
 */
export class ChainAborted extends Error {
  override readonly name = "AbortError"
  readonly envelope: ChainResultEnvelope<ChainStepResult<string, unknown>[]>
  /** The results in the shape of the chain; a list as in `envelope` if its steps have no names. */
  readonly results: unknown

  constructor(
    envelope: ChainAborted["envelope"],
    reason: unknown,
    results: unknown = envelope.results,
  ) {
    const { succeeded, total } = envelope.meta
    const unknown = envelope.results.filter(
      (result) => !result.ok && result.error.details?.outcome === "unknown",
    ).length
    const uncertain = unknown > 0 ? `; ${unknown} may have been applied` : ""
    super(`The chain was aborted: ${succeeded} of ${total} steps have a result${uncertain}`, {
      cause: reason,
    })
    this.envelope = envelope
    this.results = results
  }
}
