import type { RouteExpander } from "../../../expand/index.js"
import { deriveJsonFields } from "./json-fields.js"
import { sourcesOfCli } from "./sources.js"

/** Commands of gh that change nothing. */
const READING = /^(api|search \w+|.* (view|list|status|diff|checks))$/

export const cliExpander: RouteExpander = {
  type: "cli",
  rules: { values: [deriveJsonFields] },
  sources: sourcesOfCli,
  changingPart({ cli }, { source }) {
    const command = cli?.command
    if (command === undefined || READING.test(command)) return undefined
    return {
      what: `\`gh ${command}\` may change something`,
      span: source.valueSpan(["cli", "command"]),
    }
  },
  lookups: { values: "arguments", namesIn: () => [] },
}
