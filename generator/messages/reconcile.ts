/** Reconciliation of writes. */
import type { Problem } from "../diagnostics/index.js"

export const unsaid = (): Problem => ({
  code: "GHX1771",
  message:
    "this write must not be repeated, and there is no way to find out whether it was applied",
  help: "add `reconcile`, which finds what the write did, or `reconcile: { none: REASON }`",
})

export const unfit = (message: string, help: string): Problem => ({
  code: "GHX1772",
  message,
  help,
})
