import { isList, type RouteChecker } from "../../../check/index.js"
import { diagnostic } from "../../../diagnostics/index.js"
import { aboutList } from "../../../messages/index.js"
import { checkCommands } from "./commands.js"

export { apiPath } from "./commands.js"

export const cliChecker: RouteChecker = {
  type: "cli",
  check(source, card, { pins }) {
    if (!card.cli) return []
    if (isList(card)) return [diagnostic(aboutList.overGh(), source.file, source.keySpan(["cli"]))]
    return checkCommands(source, card.cli, card.input_schema, pins)
  },
}
