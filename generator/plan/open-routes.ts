import { resolveContract } from "../check/index.js"
import type { Path } from "../jmespath/index.js"
import type { Card, CardSource } from "../parse/index.js"
import type { Expression } from "../path/index.js"
import { type BareScope, Mapping } from "./mapping.js"
import { flatMap, type Planned } from "./planned.js"
import type { OpenRoute, PlanContext, RoutePlanner } from "./route.js"

/** A route of a card, planned except for its output. */
interface OpenRouteOf {
  readonly planner: RoutePlanner
  readonly mapping: Mapping
  readonly open: OpenRoute
  /** The section's output, as far as it is known. */
  readonly output: Readonly<Record<string, Path>>
}

export type OpenRoutes = readonly OpenRouteOf[]

/** Plans the routes of a valid card, except for their outputs. */
export function openRoutes(
  source: CardSource,
  card: Card,
  { routes, sound, shapes, ...sources }: PlanContext,
): OpenRoutes {
  const { input } = resolveContract(card)
  const isInFull = source.written(["output_schema"]) !== undefined
  const titles = isInFull ? card.output_schema : undefined
  return routes.flatMap((planner) => {
    if (!sound.includes(planner.type)) return []
    const mapping = new Mapping(source, planner.type, { shapes, titles })
    const open = planner.open(mapping, card, input, sources)
    return open ? [{ planner, mapping, open, output: card[planner.type]?.output ?? {} }] : []
  })
}

/** Plans the object of an output in the scope of its route. */
export function objectOf(
  { open: { scope, advise } }: Pick<OpenRouteOf, "open">,
  plan: (scope: BareScope) => Planned<Expression>,
): Planned<Expression> {
  return flatMap(scope, (inner) => {
    const object = plan(inner)
    return advise ? { ...object, problems: object.problems.map(advise) } : object
  })
}
