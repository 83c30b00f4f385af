/** GitHub's pinned descriptions. */
import type { Problem } from "../diagnostics/index.js"

export const unreadable = (message: string, cure: string): Problem => ({
  code: "GHX1501",
  message,
  help: `pin it again: \`${cure}\``,
})
