import { compile } from "json-schema-to-typescript"
import type { JsonSchema } from "../../runtime/definition/index.js"

/** The types that json-schema-to-typescript gives a contract. */
export function jsonSchemaTypes(schema: JsonSchema, name: string): Promise<string> {
  const plain: Parameters<typeof compile>[0] = JSON.parse(
    JSON.stringify(schema, (_, value: unknown) => {
      if (typeof value !== "object" || value === null) return value
      if ("contentMediaType" in value) return { ...value, tsType: "Uint8Array" }
      return "x-ghx-node" in value ? { ...value, tsType: idType(value) } : value
    }),
  )
  return compile(plain, name, {
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
    unreachableDefinitions: false,
  })
}

/** It knows nothing of our keyword. */
function idType(schema: object): string {
  const { type, "x-ghx-node": nodes = [] }: JsonSchema = schema
  const names = nodes.map((one) => JSON.stringify(one)).join(" | ")
  const id = `import("../../generated/index.js").NodeId<${names}>`
  return [type].flat().includes("null") ? `${id} | null` : id
}
