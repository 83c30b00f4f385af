/** GitHub's pinned API descriptions. */
import type { Problem } from "../diagnostics/index.js"

export const unreadable = (message: string, help: string): Problem => ({
  code: "GHX1501",
  message,
  help,
})

/** A warning: only the parts of the schema that documents use are read. */
export const invalid = (message: string): Problem => ({
  code: "GHX1502",
  message: `${message}: other tools may reject the schema`,
  help: "pin a newer schema with `make pin`",
  severity: "warning",
})
