import type * as commander from "commander"
import manifest from "../../package.json" with { type: "json" }
import { cleanText } from "../../runtime/text/index.js"
import { briefHelp } from "./brief-help.js"
import { Command } from "./commander.js"
import type { Terminal } from "./terminal/index.js"

/** `ghx` without commands: the settings that all of them share. */
export function rootOf({ stdout, stderr }: Terminal): commander.Command {
  return new Command("ghx")
    .description("Typed GitHub capabilities: run one, chain many, or serve them to agents.")
    .version(manifest.version, "-v, --version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(cleanText(text.replace(/^error: /, "ghx: "))),
      getOutHelpWidth: () => stdout.columns || 100,
      getErrHelpWidth: () => stderr.columns || 100,
    })
    .configureHelp(stdout.isTTY ? {} : { formatHelp: briefHelp })
    .showSuggestionAfterError()
}
