import type { WriteOutcome } from "../../../runtime/index.js"

/** The user pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = "Interrupted"

  /** @param outcome - the outcome of the write in flight; undefined if there was none */
  constructor(readonly outcome?: WriteOutcome) {
    super(outcome === "not_sent" ? "interrupted before anything was sent" : "interrupted")
  }
}
