import type { LookupSection } from "../parse/index.js"
import { build } from "../path/index.js"
import type { Shape } from "../shape/index.js"
import type { LookupPlan } from "./capability-plan.js"
import { type PlannedLookups, planEach, planLookup } from "./lookups.js"
import type { Mapping } from "./mapping.js"
import type { Operations } from "./operations.js"
import { made } from "./planned.js"
import { planVariables } from "./variables.js"

/** Plans the look-ups of a GraphQL route: each is an operation. */
export function planGraphqlLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, LookupSection>> | undefined,
  input: Shape,
  operations: Operations,
): PlannedLookups<LookupPlan> {
  return planEach(sections, (key, section) => {
    const path = ["graphql", "lookups", key]
    const { operation } = operations.of(section)
    const lookup = planLookup({
      mapping,
      section,
      path,
      input,
      answer: { expression: build.reference("data"), shape: operation.data },
      planRequest: ({ scope, each, onNullish }) =>
        planVariables({
          mapping,
          operation,
          section: section.variables ?? {},
          path: section.variables === undefined ? path : [...path, "variables"],
          scope,
          ...(each && {
            provided: { name: each.key, value: each.item, path: [...path, "foreach"] },
          }),
          onNullish,
        }),
    })
    return made(lookup, ({ request: variables, shape, foreach, given, result }) => ({
      key,
      operation,
      subject: subjectOf(section.result),
      shape,
      ...(foreach && { foreach }),
      variables,
      given,
      result,
    }))
  })
}

/** `repository.label.id` finds a `label`. */
function subjectOf(result: string): string {
  const names = result.match(/[A-Za-z_]\w*/g) ?? []
  const last = names.at(-1) === "id" ? names.at(-2) : names.at(-1)
  return (last ?? "value").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
}
