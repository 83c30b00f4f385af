/** Reconciliation of writes. */
import { problem } from "../diagnostics/index.js"

export const missing = () =>
  problem(
    "GHX1771",
    "the write is not idempotent, and the card does not state how to find out whether it was applied",
    "add `reconcile`, with a way to find what the write did, or `reconcile: { none: REASON }`",
  )

export const unfit = (message: string, help: string) => problem("GHX1772", message, help)
