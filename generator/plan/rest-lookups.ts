import type { RestDescription, RestLookupSection } from "../parse/index.js"
import { build, type Value } from "../path/index.js"
import {
  type Field,
  fieldsRead,
  NOTHING,
  NULL,
  type ObjectShape,
  objectOf,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import type { RestLookupPlan } from "./capability-plan.js"
import { planForeach } from "./foreach.js"
import { Given } from "./given.js"
import { lookupOrigin } from "./lookups.js"
import type { Mapping } from "./mapping.js"
import { withoutOrigins } from "./operation.js"
import { all, andThen, both, made, type Planned } from "./planned.js"
import { operationOf, planRequest, responseShape } from "./rest-request.js"
import { inputScope } from "./variables.js"

/** A plan that waits until it is known what is read of the answer. */
type Unfinished = Omit<RestLookupPlan, "answer"> & { shape: Shape; response: Shape }

export interface PlannedRestLookups {
  readonly plans: Planned<Unfinished[]>
  /** What `$lookups` holds, whether or not they could be planned. */
  readonly shape: ObjectShape
}

/**
 * Plans the look-ups of a REST route. One that nothing reads is no mistake, as it is with GraphQL:
 * it may be there to end the call.
 */
export function planRestLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, RestLookupSection>>,
  input: Shape,
  description: RestDescription,
): PlannedRestLookups {
  const plans = Object.entries(sections).map(
    ([key, section]) => [key, planLookup(mapping, key, section, input, description)] as const,
  )
  const fields = plans.map(([key, one]): [string, Field] => [
    key,
    { shape: one.ok ? one.plan.shape : NOTHING, origins: [lookupOrigin(key)] },
  ])
  return {
    plans: all(plans.map(([, plan]) => plan)),
    shape: { kind: "object", fields: Object.fromEntries(fields), name: "$lookups" },
  }
}

/** The look-ups with what of their answers is read, once everything was planned. */
export function finished(mapping: Mapping, plans: readonly Unfinished[]): RestLookupPlan[] {
  return plans.map(({ shape: _, response, ...plan }) => ({
    ...plan,
    answer: withoutOrigins(fieldsRead(response, (origin) => mapping.isRead(origin))),
  }))
}

function planLookup(
  mapping: Mapping,
  key: string,
  section: RestLookupSection,
  input: Shape,
  description: RestDescription,
): Planned<Unfinished> {
  const at = ["rest", "lookups", key]
  const request = { ...section, method: "GET" } as const
  const operation = operationOf(request, description)
  const scope = inputScope(input, objectOf({}))
  const given = new Given(scope)
  return andThen(planForeach(mapping, section, at, scope, "as"), (each) => {
    const own: [string, Value][] = [["input", scope.current]]
    if (each !== undefined) own.push([each.key, each.item])
    const variables = new Map(own)
    const requested = planRequest(request, {
      mapping,
      description,
      operation,
      at,
      scope: { ...scope, variables },
      item: each && { key: each.key, value: each.item },
      onNullish: given.take,
    })
    const response = responseShape(request, operation, description, `$rest-lookup@${key}`)
    const result = mapping.compileResult(section.result, [...at, "result"], {
      ...scope,
      purpose: "output",
      current: { expression: build.reference("answer"), shape: response },
      variables,
    })
    const isOptional = section.optional ?? false
    return made(both(requested, result), ([{ parameters, query }, result]) => {
      const one = present(result.shape)
      return {
        key,
        path: section.path,
        subject: subjectOf(section.path),
        isOptional,
        ...(each && { foreach: each.plan }),
        parameters,
        query,
        given: given.plan(),
        response,
        shape: given.found(each === undefined && isOptional ? unionOf(one, NULL) : one, each),
        result: result.expression,
      }
    })
  })
}

/** `/repos/{owner}/{repo}/labels/{name}` finds a `label`. */
function subjectOf(path: string): string {
  const words = path.split("/").filter((word) => /^\w/.test(word))
  return (words.at(-1) ?? "value").replace(/s$/, "").replaceAll("_", " ")
}
