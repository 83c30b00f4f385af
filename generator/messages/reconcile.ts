/** How it is told whether a write was carried out. */
import type { Problem } from "../diagnostics/index.js"

export const unfit = (message: string, help: string): Problem => ({
  code: "GHX1772",
  message,
  help,
})
