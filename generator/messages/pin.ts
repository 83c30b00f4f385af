/** GitHub's pinned descriptions. */
import type { Problem } from "../diagnostics/index.js"

export const unreadable = (message: string, help: string): Problem => ({
  code: "GHX1501",
  message,
  help,
})
