import { reads } from "../../../path/index.js"
import {
  describedOrigin,
  inputShapeOf,
  inWordsOf,
  made,
  optional,
  planObject,
  type RoutePlanner,
} from "../../../plan/index.js"
import { omittedAnswers } from "./omitted.js"
import { planRest } from "./route.js"

export const restPlanner: RoutePlanner = {
  type: "rest",
  answer: "responses",
  unread: { by: " by the REST route", help: "map it in an endpoint, or remove the REST route" },
  planWith: (mapping, { rest }, input, object, { pins }) =>
    optional(rest, (section) => planRest(mapping, section, input, object, pins.rest())),
  plan: (mapping, card, { input }, { pins, shapes: { mappingOf } }) =>
    optional(card.rest, (section) => {
      const object = planObject(card.output_schema)
      const plan = planRest(mapping, section, inputShapeOf(input), object, pins.rest())
      return made(plan, (rest) => {
        const responses = inWordsOf(rest.output.value, rest.responses, mappingOf)
        return { rest: { ...rest, responses } }
      })
    }),
  omitted: ({ rest, effect }, placesOf, mappingOf) =>
    rest && effect === "read" && !reads(rest.output.value, "headers")
      ? omittedAnswers(rest, placesOf(rest.output), mappingOf)
      : undefined,
  origin: describedOrigin("rest", "GitHub's description of REST", (pins) => pins.rest().schemas),
}
