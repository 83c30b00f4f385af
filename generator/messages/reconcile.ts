/** Reconciliation of writes. */
import type { Problem } from "../diagnostics/index.js"

export const unsaid = (): Problem => ({
  code: "GHX1771",
  message: "this write must not be repeated, and nothing tells whether it was carried out",
  help: "say with `reconcile` how it is found, or `reconcile: { none: why nobody can tell }`",
})

export const unfit = (message: string, help: string): Problem => ({
  code: "GHX1772",
  message,
  help,
})
