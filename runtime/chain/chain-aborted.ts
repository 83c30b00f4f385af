import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"

/**
 * What a chain rejects with when its `signal` ends it. `cause` is the signal's own reason, untouched;
 * `envelope` holds the result of every step: what ran before keeps its own, and a write that was
 * under way has `details.outcome: "unknown"`, one that was never sent `"not_sent"`.
 */
export class ChainAborted extends Error {
  override readonly name = "AbortError"
  readonly envelope: ChainResultEnvelope<ChainStepResult<string, unknown>[]>

  constructor(envelope: ChainAborted["envelope"], reason: unknown) {
    const { succeeded, total } = envelope.meta
    const unknown = envelope.results.filter(
      (result) => !result.ok && result.error.details?.outcome === "unknown",
    ).length
    const uncertain = unknown > 0 ? `; ${unknown} may or may not have been carried out` : ""
    super(`The chain was aborted: ${succeeded} of ${total} steps have their result${uncertain}`, {
      cause: reason,
    })
    this.envelope = envelope
  }
}
