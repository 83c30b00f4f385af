import {
  describedOrigin,
  inputShapeOf,
  mapPlan,
  omittedOf,
  type RoutePlanner,
  withArgumentTypes,
} from "../../../plan/index.js"
import { planCli } from "./route.js"

export const cliPlanner: RoutePlanner = {
  type: "cli",
  answer: "printed",
  unread: { by: " by the cli route", help: "map it in a command, or remove the cli route" },
  open(mapping, { cli }, input, { pins }) {
    if (cli === undefined) return undefined
    const plan = planCli(mapping, cli, inputShapeOf(input), pins)
    return {
      ...plan,
      prove: (object, { shapes: { mappingOf } }) =>
        mapPlan(plan.close(object), (cli) => {
          return {
            cli: { ...cli, printed: withArgumentTypes(cli.output.value, cli.printed, mappingOf) },
          }
        }),
    }
  },
  omitted({ cli }, placesOf) {
    const last = cli?.reader ?? cli?.command
    return cli && last?.jsonFields ? omittedOf(cli.printed, placesOf(cli.output), 1) : undefined
  },
  origin: describedOrigin("cli", "gh", (pins) => pins.gh().types),
}
