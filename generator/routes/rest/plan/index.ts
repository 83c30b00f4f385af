import { reads } from "../../../path/index.js"
import {
  describedOrigin,
  inputShapeOf,
  mapPlan,
  type RoutePlanner,
  withArgumentTypes,
} from "../../../plan/index.js"
import { omittedAnswers } from "./omitted.js"
import { planRest } from "./route.js"

export const restPlanner: RoutePlanner = {
  type: "rest",
  answer: "responses",
  unread: { by: " by the REST route", help: "map it in an endpoint, or remove the REST route" },
  open(mapping, { rest }, input, { pins }) {
    if (rest === undefined) return undefined
    const plan = planRest(mapping, rest, inputShapeOf(input), pins.rest())
    return {
      ...plan,
      prove: (object, { shapes: { mappingOf } }) =>
        mapPlan(plan.close(object), (rest) => {
          const responses = withArgumentTypes(rest.output.value, rest.responses, mappingOf)
          return { rest: { ...rest, responses } }
        }),
    }
  },
  omitted: ({ rest, effect }, placesOf, mappingOf) =>
    rest && effect === "read" && !reads(rest.output.value, "headers")
      ? omittedAnswers(rest, placesOf(rest.output), mappingOf)
      : undefined,
  origin: describedOrigin("rest", "GitHub's description of REST", (pins) => pins.rest().schemas),
}
