/** GitHub's pinned descriptions. */
import type { Problem } from "../diagnostics/index.js"

export const unreadable = (message: string, help: string): Problem => ({
  code: "GHX1501",
  message,
  help,
})

/** It compiles all the same: what is read of a schema is what documents use. */
export const invalid = (message: string): Problem => ({
  code: "GHX1502",
  message: `${message}: other tools may refuse the schema`,
  help: "pin a newer schema with `make pin`",
  severity: "warning",
})
