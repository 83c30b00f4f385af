import type { RouteExpander } from "../../../expand/index.js"
import { feedsOfCli } from "./feeds.js"
import { deriveJsonFields } from "./json-fields.js"

/** Commands of gh that change nothing. */
const READING = /^(api|search \w+|.* (view|list|status|diff|checks))$/

export const cliExpander: RouteExpander = {
  type: "cli",
  rules: { values: [deriveJsonFields] },
  feeds: feedsOfCli,
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
