import { aboutCard, aboutShape } from "../messages/index.js"
import { atKey, atValue, type PlainShape, ROUTES, type WrittenCard } from "../parse/index.js"
import { combineDerived, type Derived, NO_CHANGES, type RuleContext } from "./rule.js"
import { type Fields, fieldsOf, namesOf, sourcesOfBase, unservedFields } from "./shapes.js"

/** The keys that define the result; one of them is present. */
const KEYS = ["output", "list", "output_schema"] as const

/** Derives the result: an object with the card's fields. Their types come from the routes, once those are planned. */
export function deriveOutput(card: WrittenCard, context: RuleContext): Derived {
  const { source } = context
  const [key, other] = KEYS.filter((one) => card[one] !== undefined)
  if (key !== undefined && other !== undefined) {
    const problem = aboutCard.duplicateSetting(key, other)
    return { changes: [], problems: [atKey(source, [other], problem)] }
  }
  const expression = key === undefined || key === "output_schema" ? undefined : card[key]
  if (key === undefined || expression === undefined) return NO_CHANGES
  if (expression.union !== undefined)
    return combineDerived([
      deriveUnion(card, expression.union, context),
      ...(key === "list" ? [derivePages(card, context)] : []),
    ])
  const fields = fieldsOf(expression, [key], context)
  if (fields.fields.length === 0 && fields.problems.length === 0 && !fields.isPartial) {
    const problem = aboutCard.missingKey(`\`${key}\``, "fields")
    return { changes: [], problems: [atKey(source, [key], problem)] }
  }
  return combineDerived([
    ofShape(fields, key, card, context),
    ...(key === "list" ? [derivePages(card, context)] : []),
  ])
}

function ofShape(fields: Fields, key: string, card: WrittenCard, { source }: RuleContext): Derived {
  const at = ["output_schema"]
  const names = fields.fields.map(({ name }) => name)
  const top = { ...namesOf(fields), type: "object", required: names, additionalProperties: false }
  const routes = ROUTES.flatMap((route) => {
    const section = card[route]
    return section === undefined ? [] : [[route, section.output ?? {}] as const]
  })
  const unserved = routes.flatMap(([route, output]) =>
    unservedFields(route, output, fields).map(({ name, from }) => {
      const problem = aboutShape.notServed(route, name, fields.base?.noteOf(name, route))
      return atValue(source, from, problem)
    }),
  )
  return {
    changes: [
      { at, value: { ...top, properties: {} }, from: [key] },
      ...fields.fields.map(({ name, schema, from, note }) => {
        return { at: [...at, "properties", name], value: schema, from, note }
      }),
      ...sourcesOfBase(fields, routes),
      { at: [key], from: [key] },
    ],
    problems: [...fields.problems, ...unserved],
    isPartial: fields.isPartial,
  }
}

/** Derives the pages of a list from the first route whose answers have pages. */
function derivePages(card: WrittenCard, context: RuleContext): Derived {
  return context.routes.flatMap((one) => one.pages?.(card, context) ?? [])[0] ?? NO_CHANGES
}

function deriveUnion(
  card: WrittenCard,
  union: Readonly<Record<string, PlainShape>>,
  context: RuleContext,
): Derived {
  return combineDerived(context.routes.flatMap((one) => one.union?.(card, union, context) ?? []))
}
