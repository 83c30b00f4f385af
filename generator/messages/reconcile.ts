/** Reconciliation of writes. */
import type { Problem } from "../diagnostics/index.js"

export const missing = (): Problem => ({
  code: "GHX1771",
  message:
    "the write is not idempotent, and the card does not state how to find out whether it was applied",
  help: "add `reconcile`, with a way to find what the write did, or `reconcile: { none: REASON }`",
})

export const unfit = (message: string, help: string): Problem => ({
  code: "GHX1772",
  message,
  help,
})
