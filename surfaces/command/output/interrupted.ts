import type { WriteOutcome } from "../../../runtime/index.js"

/** The user pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = "Interrupted"

  /** @param outcome - what became of the write that was under way; undefined where nothing would have changed */
  constructor(readonly outcome?: WriteOutcome) {
    super(outcome === "not_sent" ? "interrupted before anything was sent" : "interrupted")
  }
}
