import {
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql"

/** Changes of a new schema that affect types in our documents. */
export function relevantChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
  documents: ReadonlyMap<string, string>,
): { removals: string[]; additions: string[] } {
  const used = usedTypes(before, documents)
  const mentions = (text: string) =>
    [...used].some((name) => new RegExp(`\\b${name}\\b`).test(text))
  const removals = findBreakingChanges(before, after)
    .map(({ description }) => description)
    .filter(mentions)
  const values = findDangerousChanges(before, after)
    .filter(({ type }) => type === "VALUE_ADDED_TO_ENUM")
    .map(({ description }) => description)
    .filter(mentions)
  return { removals, additions: [...addedFields(before, after, used), ...values] }
}

/** Names of the types on which a document selects something. */
function usedTypes(schema: GraphQLSchema, documents: ReadonlyMap<string, string>): Set<string> {
  const used = new Set<string>()
  for (const text of documents.values()) {
    const info = new TypeInfo(schema)
    const note = () => {
      const type = info.getParentType()
      if (type) used.add(type.name)
      const value = getNamedType(info.getType())
      if (value) used.add(value.name)
    }
    visit(parse(text), visitWithTypeInfo(info, { Field: note }))
  }
  return used
}

function addedFields(
  before: GraphQLSchema,
  after: GraphQLSchema,
  used: ReadonlySet<string>,
): string[] {
  const mutations = after.getMutationType()?.name ?? "Mutation"
  return [...new Set([...used, mutations])].sort().flatMap((name) => {
    const [old, now] = [before.getType(name), after.getType(name)]
    if (
      !(isObjectType(now) || isInterfaceType(now)) ||
      !(isObjectType(old) || isInterfaceType(old))
    )
      return []
    const known = old.getFields()
    return Object.values(now.getFields())
      .filter((field) => !Object.hasOwn(known, field.name))
      .map((field) => `${name}.${field.name}: ${field.type}`)
  })
}
