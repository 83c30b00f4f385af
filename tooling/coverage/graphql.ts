import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
} from "graphql"
import { constantAnswer, fieldsOf } from "../../sandbox/graphql/index.js"
import type { Coverage, Entry, Group } from "./coverage.js"

/** Every field of the pinned schema. */
export function graphqlCoverage(sdl: string): Coverage {
  const schema = buildSchema(sdl, { assumeValidSDL: true, assumeValid: true })
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith("__"))
  const whole = answeredWhole(types)
  const groups = types
    .filter((type) => !isMadeUp(type))
    .map((type) => ({ name: type.name, entries: entriesOf(type, whole.has(type)) }))
  const roots = ["Query", "Mutation"]
  return {
    title: "GraphQL",
    noun: "fields",
    introduction:
      "Connections, edges and payloads are not listed: they are there for every field that answers with one. A field that the pinned schema does not have is refused as GitHub refuses a mistake, with the version of the schema beside it.",
    groups: [
      ...groups.filter(({ name }) => roots.includes(name)),
      ...groups.filter(({ name }) => !roots.includes(name)).sort(byName),
    ],
  }
}

/** Derived types, composed of fields with resolvers. */
const isMadeUp = ({ name }: GraphQLObjectType): boolean =>
  /(?:Connection|Edge|Payload)$|^PageInfo$/.test(name)

const byName = (a: Group, b: Group): number => (a.name < b.name ? -1 : 1)

/** Types without resolvers whose objects a modelled field returns completely. */
function answeredWhole(types: readonly GraphQLObjectType[]): Set<GraphQLObjectType> {
  const found = new Set<GraphQLObjectType>()
  const visit = (field: GraphQLField<unknown, unknown>): void => {
    const type = getNamedType(field.type)
    if (!isObjectType(type) || fieldsOf(type.name) || found.has(type)) return
    // Further fields of an edge are not always present.
    if (type.name.endsWith("Edge")) return
    found.add(type)
    for (const inner of Object.values(type.getFields())) visit(inner)
  }
  for (const type of types) {
    for (const field of Object.values(type.getFields())) {
      if (treatmentOf(type, field.name).treatment === "modelled") visit(field)
    }
  }
  return found
}

const entriesOf = (type: GraphQLObjectType, isWhole: boolean): Entry[] =>
  Object.keys(type.getFields()).map((field) => ({
    name: `${type.name}.${field}`,
    ...(isWhole ? { treatment: "modelled" as const } : treatmentOf(type, field)),
  }))

function treatmentOf(type: GraphQLObjectType, field: string): Omit<Entry, "name"> {
  const resolver = fieldsOf(type.name)?.[field]
  if (!resolver) return { treatment: "refused" }
  const note = constantAnswer(resolver)
  return note === undefined ? { treatment: "modelled" } : { treatment: "constant", note }
}
