import {
  type GraphQLCompositeType,
  getNullableType,
  isLeafType,
  isRequiredArgument,
  isUnionType,
} from "graphql"
import { camelCase, snakeCase } from "../../../text/index.js"
import {
  type KnownShape,
  members,
  sentenceOf,
  shapeFor,
  startingFields,
} from "../../route/index.js"

/** A document's selection of an object, and the card's keys for it. */
export interface Selected {
  readonly lines: readonly string[]
  /** The value of `output` or `list`. */
  readonly output: unknown
  /** Fields that are called otherwise, for `graphql.output`. */
  readonly sources: Readonly<Record<string, string>>
}

/** Fields that are rarely useful: other forms of the same data, and page data. */
const SELDOM =
  /^(?:clientMutationId|resourcePath|(?:full)?[dD]atabaseId|viewer[A-Z].*|.*(?:HTML|Text))$/

/** The project's shape of an object, or a starting set of its scalar fields. */
export function selectionOf(
  type: GraphQLCompositeType,
  shapes: readonly KnownShape[],
  inList: boolean,
): Selected {
  const shape = shapeFor(shapes, "graphql", type.name, inList)
  if (shape !== undefined) return { lines: [`...${shape}`], output: shape, sources: {} }
  if (isUnionType(type)) {
    return {
      lines: ["__typename"],
      output: { fields: ["type"] },
      sources: { type: "__typename" },
    }
  }
  const leaves = Object.values(type.getFields()).filter(
    (field) =>
      isLeafType(getNullableType(field.type)) &&
      !field.deprecationReason &&
      !field.args.some(isRequiredArgument) &&
      !SELDOM.test(field.name),
  )
  const all = leaves.map((field) => ({ ...field, own: snakeCase(field.name) }))
  const starting = startingFields(all.map(({ own }) => own))
  const named = all.filter(({ own }) => starting.has(own))
  return {
    lines: named.map(({ name }) => name),
    output: {
      fields: members(named.map(({ own, description }) => [own, sentenceOf(description)])),
    },
    sources: Object.fromEntries(
      named.flatMap(({ own, name }) => (camelCase(own) === name ? [] : [[own, name]])),
    ),
  }
}
