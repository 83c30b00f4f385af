/** GitHub's pinned API descriptions. */
import { problem, warning } from "../diagnostics/index.js"

export const unreadable = (message: string, help: string) => problem("GHX1501", message, help)

/** A warning: only the parts of the schema that documents use are read. */
export const invalid = (message: string) =>
  warning(
    "GHX1502",
    `${message}: other tools may reject the schema`,
    "pin a newer schema with `make pin`",
  )
