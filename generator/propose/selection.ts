import { type GraphQLCompositeType, isRequiredArgument, isUnionType } from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { outputSchema, snakeCase } from "./contract.js"

/** The leaves of a type that can be selected as they are. */
export interface Leaves {
  /** Names as the schema has them. */
  readonly names: readonly string[]
  readonly schema: JsonSchema
  /** Mappings of the names that are neither equal nor camelCase twins. */
  readonly output: Readonly<Record<string, string>>
}

/** The leaves that a person would start from; those that need arguments or are deprecated are left out. */
export function leavesOf(type: GraphQLCompositeType): Leaves {
  if (isUnionType(type)) {
    return {
      names: ["__typename"],
      schema: { type: "object", required: ["type"], properties: { type: { type: "string" } } },
      output: { type: "__typename" },
    }
  }
  const properties: Record<string, JsonSchema> = {}
  const output: Record<string, string> = {}
  const names: string[] = []
  for (const field of Object.values(type.getFields())) {
    const schema = outputSchema(field.type)
    if (schema === undefined || field.deprecationReason || field.args.some(isRequiredArgument))
      continue
    if (field.name === "clientMutationId") continue
    const name = snakeCase(field.name)
    names.push(field.name)
    properties[name] = schema
    if (twin(name) !== field.name) output[name] = field.name
  }
  return {
    names,
    schema: { type: "object", required: Object.keys(properties), properties },
    output,
  }
}

/** `created_at` → `createdAt`: the name that needs no mapping. */
function twin(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
