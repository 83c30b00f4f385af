/** GitHub's pinned API descriptions. */
import { problem } from "../diagnostics/index.js"

export const unreadable = (message: string, help: string) => problem("GHX1501", message, help)
