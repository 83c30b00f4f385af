import type { JsonSchema } from "../../runtime/definition/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import {
  type Change,
  DISCRIMINATOR,
  inContractOrder,
  keywordsIn,
  mergeKeywords,
  orNull,
  type ShapeBook,
} from "../expand/index.js"
import type { Card, CardSource } from "../parse/index.js"
import { build } from "../path/index.js"
import { alternatives, type ObjectShape, toJsonSchema } from "../shape/index.js"
import { isTyped, noteSources, type Sources, typeFields } from "./field-types.js"
import type { BareScope } from "./mapping.js"
import { mapPlan, planned } from "./planned.js"
import { type OpenRoutes, objectOf } from "./route.js"

/**
 * Infers the types of fields without one, from the first route that serves the field, in an order independent of the
 * card's. A nullable list becomes an empty list, unless the card has `nullable: true`. If a type cannot be inferred,
 * the problems say why.
 */
export function outputTypes(
  source: CardSource,
  card: Card,
  routes: OpenRoutes,
  shapes: ShapeBook,
): { changes: Change[]; problems: Diagnostic[]; isPartial: boolean } {
  const { properties = {}, oneOf } = card.output_schema
  if (oneOf !== undefined) return memberTypes(oneOf, routes)
  if (Object.values(properties).every(isTyped))
    return { changes: [], problems: [], isPartial: false }
  const sources: Sources = new Map()
  const names = Object.keys(properties)
  const noted = routes.map((one) => {
    const { mapping, output } = one
    const note = (scope: BareScope) =>
      mapPlan(noteSources(names, sources, mapping, output, scope), () => build.NULL_VALUE)
    return { one, object: objectOf(one, note) }
  })
  const outputs = Object.fromEntries(routes.map(({ mapping, output }) => [mapping.route, output]))
  const typed = typeFields({ source, properties, outputs, sources, shapes })
  const isUntyped = typed.untyped.length > 0
  const why = isUntyped ? noted.flatMap(({ one, object }) => one.open.close(object).problems) : []
  const all = [...typed.problems, ...why]
  // A route that cannot be planned provides no types, and is reported itself.
  const lacksRoute = isUntyped && all.length === 0
  return { changes: typed.changes, problems: all, isPartial: typed.isPartial || lacksRoute }
}

/** The types of the fields of a union's members, from the objects made of its values. */
function memberTypes(
  members: readonly JsonSchema[],
  routes: OpenRoutes,
): { changes: Change[]; problems: Diagnostic[]; isPartial: boolean } {
  if (members.every(({ properties = {} }) => Object.values(properties).every(isTyped)))
    return { changes: [], problems: [], isPartial: false }
  const objects = routes.flatMap(({ open: { scope } }) =>
    scope.ok ? alternatives(scope.plan.current.shape) : [],
  )
  const changes = members.flatMap(({ properties = {} }, index) => {
    const type = properties[DISCRIMINATOR]?.const
    const object = objects.find((one) => one.kind === "object" && isOfType(one, type))
    const fields = object?.kind === "object" ? object.fields : {}
    return Object.entries(properties).flatMap(([name, declared]): Change[] => {
      const schema = isTyped(declared)
        ? undefined
        : fields[name] && toJsonSchema(fields[name].shape)
      const at = ["output_schema", "oneOf", index, "properties", name]
      if (schema === undefined) return []
      const { nullable, ...words } = keywordsIn(declared)
      const typed = nullable === true ? orNull(schema) : schema
      return [{ at, value: inContractOrder(mergeKeywords(keywordsIn(typed), words)), from: at }]
    })
  })
  const problems = routes.flatMap((one) => {
    return one.open.close(objectOf(one, () => planned(build.NULL_VALUE))).problems
  })
  return { changes, problems, isPartial: problems.length > 0 || objects.length === 0 }
}

function isOfType({ fields }: ObjectShape, type: unknown): boolean {
  const shape = fields[DISCRIMINATOR]?.shape
  return shape?.kind === "string" && shape.values?.[0] === type
}
