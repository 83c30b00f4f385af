import type { PrunableByPath } from "../../../../runtime/definition/index.js"
import { reads } from "../../../path/index.js"
import {
  dependenciesOf,
  dependencyOn,
  describedOrigin,
  firstName,
  inputShapeOf,
  type MappingOf,
  mapPlan,
  omittedOf,
  type Places,
  type RestPlan,
  type RoutePlanner,
  wholeOf,
  withArgumentTypes,
} from "../../../plan/index.js"
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

/** REST prunes whole answers, and the requests that only these need. */
function omittedAnswers(
  { endpoints, responses }: RestPlan,
  { always, fields }: Places,
  mappingOf: MappingOf,
): PrunableByPath | undefined {
  const answer = new Map([["responses", dependencyOn("")]])
  const readBy = new Map(
    endpoints.map(({ facts: { as }, when, foreach, poll, result, ...request }) => {
      const { parameters, query, body, headers = [] } = request
      const properties = [...parameters, ...query, ...body, ...headers].map(
        ({ expression }) => expression,
      )
      const made = [foreach, poll?.until, result].map((one) => one?.expression)
      const all = [when, ...made, ...properties]
      const read = all.flatMap((one) =>
        one ? [...wholeOf(dependenciesOf(one, answer, mappingOf))] : [],
      )
      return [as, read.map(firstName)] as const
    }),
  )
  // The answer of an endpoint that must succeed is present.
  const sure = new Set(
    endpoints.flatMap(({ facts: { as, optional }, when, foreach, poll }) =>
      optional || when || foreach || poll ? [] : [`${as}?`],
    ),
  )
  const withNeeds = (places: ReadonlySet<string>) => {
    const needed = new Set([...places].filter((one) => !sure.has(one)).map(firstName))
    // Elements added during the iteration are visited too.
    for (const as of needed) for (const one of readBy.get(as) ?? []) needed.add(one)
    return needed
  }
  const fieldsWithNeeds = [...fields].map(([name, places]) => [name, withNeeds(places)] as const)
  // Answers that nothing reads are kept, because the card requests them for another reason. Bytes are kept, because
  // they have no replacement value.
  const wanted = new Set(fieldsWithNeeds.flatMap(([, names]) => [...names]))
  const kept = endpoints.filter((one) => one.paged || one.facts.bytes || !wanted.has(one.facts.as))
  return omittedOf(
    responses,
    {
      always: withNeeds(new Set([...always, ...kept.map(({ facts }) => facts.as), "lookups"])),
      fields: new Map(fieldsWithNeeds),
    },
    1,
  )
}
