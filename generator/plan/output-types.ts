import type { JsonSchema } from "../../runtime/definition/index.js"
import { resolveContract } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import {
  type Change,
  inOrder,
  keywordsIn,
  merged,
  type ShapeBook,
  TELLING,
} from "../expand/index.js"
import { type Card, type CardSource, ROUTES } from "../parse/index.js"
import { build } from "../path/index.js"
import { alternatives, type ObjectShape, type Shape, toJsonSchema } from "../shape/index.js"
import { isTyped, noteSources, orNull, type Sources, typeFields } from "./field-types.js"
import { inputShapeOf } from "./input-shape.js"
import { Mapping } from "./mapping.js"
import type { PlanObject } from "./object.js"
import { made, planned } from "./planned.js"
import type { PlanContext } from "./route.js"

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
  const { properties = {}, oneOf } = card.output_schema
  if (oneOf !== undefined) return memberTypes(oneOf, source, card, context)
  if (Object.values(properties).every(isTyped))
    return { changes: [], problems: [], isPartial: false }
  const sources: Sources = new Map()
  const names = Object.keys(properties)
  const problems = planRoutes(source, card, context, (mapping, { output = {} }, scope) =>
    made(noteSources(names, sources, mapping, output, scope), () => build.NULL_VALUE),
  )
  const outputs = Object.fromEntries(ROUTES.map((route) => [route, card[route]?.output ?? {}]))
  const typed = typeFields({ source, properties, outputs, sources, shapes })
  const all = [...typed.problems, ...(typed.untyped.length > 0 ? problems : [])]
  // A route that cannot be planned provides nothing, which is said of the route.
  const lacksRoute = typed.untyped.length > 0 && all.length === 0
  return { changes: typed.changes, problems: all, isPartial: typed.isPartial || lacksRoute }
}

/** The types of the fields of a union's members: those that the objects have which are made of its values. */
function memberTypes(
  members: readonly JsonSchema[],
  source: CardSource,
  card: Card,
  context: Omit<PlanContext, "shapes">,
): { changes: Change[]; problems: Diagnostic[]; isPartial: boolean } {
  if (members.every(({ properties = {} }) => Object.values(properties).every(isTyped)))
    return { changes: [], problems: [], isPartial: false }
  let made: readonly Shape[] = []
  const problems = planRoutes(source, card, context, (_mapping, _section, { current }) => {
    made = alternatives(current.shape)
    return planned(build.NULL_VALUE)
  })
  const changes = members.flatMap(({ properties = {} }, index) => {
    const type = properties[TELLING]?.const
    const object = made.find((one) => one.kind === "object" && isOfType(one, type))
    const fields = object?.kind === "object" ? object.fields : {}
    return Object.entries(properties).flatMap(([name, said]): Change[] => {
      const schema = isTyped(said) ? undefined : fields[name] && toJsonSchema(fields[name].shape)
      const at = ["output_schema", "oneOf", index, "properties", name]
      if (schema === undefined) return []
      const { nullable, ...words } = keywordsIn(said)
      const typed = nullable === true ? orNull(schema) : schema
      return [{ at, value: inOrder(merged(keywordsIn(typed), words)), from: at }]
    })
  })
  return { changes, problems, isPartial: problems.length > 0 || made.length === 0 }
}

function isOfType({ fields }: ObjectShape, type: unknown): boolean {
  const shape = fields[TELLING]?.shape
  return shape?.kind === "string" && shape.values?.[0] === type
}

/** Plans the routes as far as what their outputs are made of is known, and hands it on; why one could not be planned. */
function planRoutes(
  source: CardSource,
  card: Card,
  context: Omit<PlanContext, "shapes">,
  note: PlanObject,
): Diagnostic[] {
  const input = inputShapeOf(resolveContract(card).input)
  return context.routes
    .filter(({ type }) => context.sound.includes(type))
    .flatMap((one) => [
      ...one.planWith(new Mapping(source, one.type), card, input, note, context).problems,
    ])
}
