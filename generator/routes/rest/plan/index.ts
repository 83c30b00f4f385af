import type { PrunableByPath } from "../../../../runtime/definition/index.js"
import { subjectIn } from "../../../../runtime/errors/index.js"
import { Path } from "../../../jmespath/index.js"
import type { RestDescription, RestSection } from "../../../parse/index.js"
import { build, reads, type Value } from "../../../path/index.js"
import {
  all,
  type BareScope,
  dependenciesOf,
  dependencyOn,
  describedOrigin,
  type EndpointPlan,
  type FreeTextField,
  firstName,
  flatMap,
  freeTextInDependencies,
  freeTextInShape,
  freeTextOf,
  inputScope,
  inputShapeOf,
  type Mapping,
  type MappingOf,
  mapPlan,
  type Open,
  type OutputPlan,
  omittedOf,
  type Places,
  type Planned,
  planOutput,
  planPage,
  type RestPlan,
  type RoutePlanner,
  wholeOf,
  withArgumentTypes,
} from "../../../plan/index.js"
import { NULL, type ObjectShape, objectOf, type Shape, STRING } from "../../../shape/index.js"
import { pagedEndpoint, responseNames } from "../check/index.js"
import { checksExistence, completeEndpoint, isAnsweredOrNot, planEndpoint } from "./endpoint.js"
import { finished, planRestLookups } from "./lookups.js"
import { planRestPage } from "./page.js"
import { operationOf } from "./request.js"

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
  // Answers that nothing reads are kept, because the card requests them for another reason, and those that are waited
  // for. Bytes are kept, because they have no replacement value.
  const wanted = new Set(fieldsWithNeeds.flatMap(([, names]) => [...names]))
  const kept = endpoints.filter(
    (one) => one.paged || one.poll || one.facts.bytes || !wanted.has(one.facts.as),
  )
  return omittedOf(
    responses,
    {
      always: withNeeds(new Set([...always, ...kept.map(({ facts }) => facts.as), "lookups"])),
      fields: new Map(fieldsWithNeeds),
    },
    1,
  )
}

type Responses = Readonly<Record<string, Shape>>

/** Plans the REST route, and checks the values of its endpoints. */
export function planRest(
  mapping: Mapping,
  section: RestSection,
  input: Shape,
  description: RestDescription,
): Open<RestPlan> {
  const lookups = planRestLookups(mapping, section.lookups, input, description)
  const names = responseNames(section)
  const paged = pagedEndpoint(section)
  const endpoints: Planned<EndpointPlan>[] = []
  let responses: Responses = {}
  for (const [index, endpoint] of section.endpoints.entries()) {
    const as = names[index] ?? ""
    const scope = endpointScope(input, lookups.shape, responses)
    const planned = planEndpoint(mapping, endpoint, {
      as,
      index,
      isPaged: as === paged,
      scope,
      description,
    })
    endpoints.push(planned.plan)
    responses = { ...responses, [as]: planned.answer }
  }
  const requests = all([lookups.plans, all(endpoints)])
  if (!requests.ok) return { scope: requests, close: () => requests }
  const [lookupPlans, planned] = requests.plan
  const result = planResult(mapping, section, input, lookups.shape, responses, description)
  return {
    scope: flatMap(requests, () => result.scope),
    close: (object) =>
      mapPlan(result.close(object), (output) => ({
        lookups: finished(mapping, lookupPlans),
        endpoints: planned.map((one) => completeEndpoint(mapping, one)),
        responses: readOf(mapping, lookups.shape, responses),
        output,
        ...freeTextOf(
          freeTextRead(mapping, lookups.shape, responses, { lookupPlans, endpoints: planned }),
        ),
      })),
  }
}

function planResult(
  mapping: Mapping,
  section: RestSection,
  input: Shape,
  lookups: ObjectShape,
  responses: Responses,
  description: RestDescription,
): Open<OutputPlan> {
  const last = Object.keys(responses).at(-1) ?? ""
  const result = section.result ?? Path.derived(last)
  const isEmpty = result.text === last && responses[last] === NULL
  const endpoint = section.endpoints.at(-1)
  const isLast = (test: typeof checksExistence) =>
    endpoint !== undefined && test(endpoint, operationOf(endpoint, description))
  const isPresence = section.result === undefined && isLast(checksExistence)
  const mayBeEmpty = result.text === last && isLast(isAnsweredOrNot)
  const { variables } = endpointScope(input, lookups, isEmpty ? {} : responses)
  const output = planOutput(
    mapping,
    {
      expression: isEmpty || isPresence ? section.result : result,
      path: ["rest", "result"],
      mayBeEmpty,
    },
    { expression: build.reference("responses"), shape: objectOf(isEmpty ? {} : responses) },
    new Map([...variables, ["headers", HEADERS]]),
  )
  const { scope, close } =
    section.pagination === undefined
      ? output
      : planPage(output, (inner) => planRestPage(mapping, section, inner))
  return {
    scope,
    close: (one) => mapPlan(close(one), (plan) => ({ ...plan, result: namedIn(section, result) })),
  }
}

/** Messages call what is missing by the name that the result has in a path; other names are those of answers. */
function namedIn({ endpoints }: RestSection, { text }: Path): string {
  const subject = subjectIn(text).replaceAll(" ", "-")
  return endpoints.some(({ path }) => path.includes(subject)) ? text : "response"
}

/** The headers of the last answer: optional strings. */
const HEADERS: Value = {
  expression: build.reference("headers"),
  shape: { kind: "object", fields: {}, rest: STRING },
}

/** The fields of answers and lookups that the mappings read. */
function readOf(mapping: Mapping, lookups: ObjectShape, responses: Responses): Shape {
  const found = mapping.readFields(lookups)
  const isRead = found.kind === "object" && Object.keys(found.fields).length > 0
  const answers = Object.entries(responses).map(([name, shape]) => [
    name,
    mapping.readFields(shape),
  ])
  return objectOf({ ...(isRead && { lookups: found }), ...Object.fromEntries(answers) })
}

/** A scope in which `@` is the input; lookups and earlier answers are variables. */
function endpointScope(input: Shape, lookups: ObjectShape, responses: Responses): BareScope {
  const scope = inputScope(input, objectOf({}))
  const earlier = Object.entries(responses).map(([name, shape]): [string, Value] => [
    name,
    { expression: build.reference("responses", name), shape },
  ])
  const found: Value = { expression: build.reference("responses", "lookups"), shape: lookups }
  return {
    ...scope,
    variables: new Map([["input", scope.current], ["lookups", found], ...earlier]),
  }
}

/** The free-text fields in answers and lookups. */
function freeTextRead(
  mapping: Mapping,
  lookups: ObjectShape,
  responses: Responses,
  { lookupPlans, endpoints }: Asked,
): FreeTextField[] {
  const { isRead } = mapping
  const answers = new Map([
    ...lookupPlans.map(({ key, response }) => [`lookups.${key}`, response] as const),
    ...endpoints.flatMap(({ facts: { as }, result }) =>
      result ? [[as, result.answer] as const] : [],
    ),
  ])
  const found = Object.entries(lookups.fields).map(
    ([key, { shape }]) => [`lookups.${key}`, shape] as const,
  )
  return [...found, ...Object.entries(responses)].flatMap(([place, shape]) => {
    const answer = answers.get(place)
    return answer
      ? freeTextInDependencies(shape, answer, isRead, place)
      : freeTextInShape(shape, isRead, place)
  })
}

interface Asked {
  readonly lookupPlans: readonly { readonly key: string; readonly response: Shape }[]
  readonly endpoints: readonly EndpointPlan[]
}
