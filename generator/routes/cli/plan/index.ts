import {
  describedOrigin,
  inputShapeOf,
  inWordsOf,
  made,
  omittedOf,
  optional,
  planObject,
  type RoutePlanner,
} from "../../../plan/index.js"
import { planCli } from "./route.js"

export const cliPlanner: RoutePlanner = {
  type: "cli",
  answer: "printed",
  unread: { by: " by the cli route", help: "map it in a command, or remove the cli route" },
  planWith: (mapping, { cli }, input, object, { pins }) =>
    optional(cli, (section) =>
      planCli(mapping, section, input, object, { gh: pins.gh(), rest: pins.rest }),
    ),
  plan: (mapping, card, { input }, { pins, shapes: { mappingOf } }) =>
    optional(card.cli, (section) => {
      const object = planObject(card.output_schema)
      const descriptions = { gh: pins.gh(), rest: pins.rest }
      const plan = planCli(mapping, section, inputShapeOf(input), object, descriptions)
      return made(plan, (cli) => {
        return { cli: { ...cli, printed: inWordsOf(cli.output.value, cli.printed, mappingOf) } }
      })
    }),
  omitted({ cli }, placesOf) {
    const last = cli?.reader ?? cli?.command
    return cli && last?.jsonFields ? omittedOf(cli.printed, placesOf(cli.output), 1) : undefined
  },
  origin: describedOrigin("cli", "gh", (pins) => pins.gh().types),
}
