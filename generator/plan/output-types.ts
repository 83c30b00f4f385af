import type { RouteType } from "../../runtime/index.js"
import { resolveContract } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { Change, ShapeBook } from "../expand/index.js"
import { type Card, type CardSource, ROUTES } from "../parse/index.js"
import { build } from "../path/index.js"
import { planCli } from "./cli.js"
import { isTyped, noteSources, type Sources, typeFields } from "./field-types.js"
import { planGraphql } from "./graphql.js"
import { inputShapeOf } from "./input-shape.js"
import { Mapping } from "./mapping.js"
import type { PlanObject } from "./object.js"
import type { PlanContext } from "./plan-capability.js"
import { made, optional, planned } from "./planned.js"
import { planRest } from "./rest.js"

/**
 * The types of fields of which the card does not say one: what the first route provides that serves
 * the field, in an order that does not depend on the card's. A list that may be null is empty then,
 * unless the card says `nullable: true`. Where not all fields get a type, the problems say why.
 */
export function outputTypes(
  source: CardSource,
  card: Card,
  context: Omit<PlanContext, "shapes">,
  shapes: ShapeBook,
): { changes: Change[]; problems: Diagnostic[]; isPartial: boolean } {
  const { properties = {} } = card.output_schema
  if (Object.values(properties).every(isTyped))
    return { changes: [], problems: [], isPartial: false }
  const { sources, problems } = sourcesOf(Object.keys(properties), source, card, context)
  const outputs = Object.fromEntries(ROUTES.map((route) => [route, card[route]?.output ?? {}]))
  const typed = typeFields({ source, properties, outputs, sources, shapes })
  const all = [...typed.problems, ...(typed.untyped.length > 0 ? problems : [])]
  // A route that cannot be planned provides nothing, which is said of the route.
  const lacksRoute = typed.untyped.length > 0 && all.length === 0
  return { changes: typed.changes, problems: all, isPartial: typed.isPartial || lacksRoute }
}

/** Plans the routes as far as what their outputs are made of is known. */
function sourcesOf(
  names: readonly string[],
  source: CardSource,
  card: Card,
  { sound, operations, pins }: Omit<PlanContext, "shapes">,
): { sources: Sources; problems: Diagnostic[] } {
  const sources: Sources = new Map()
  const note: PlanObject = (mapping, { output = {} }, scope) =>
    made(noteSources(names, sources, mapping, output, scope), () => build.NULL_VALUE)
  const input = inputShapeOf(resolveContract(card).input)
  const over = (route: RouteType) => {
    const mapping = new Mapping(source, route)
    const { graphql, rest, cli } = card
    if (!sound.includes(route)) return planned(undefined)
    if (route === "graphql")
      return optional(graphql, (one) => planGraphql(mapping, one, input, note, operations))
    if (route === "rest")
      return optional(rest, (one) => planRest(mapping, one, input, note, pins.rest()))
    return optional(cli, (one) =>
      planCli(mapping, one, input, note, { gh: pins.gh(), rest: pins.rest }),
    )
  }
  return { sources, problems: ROUTES.flatMap((route) => [...over(route).problems]) }
}
