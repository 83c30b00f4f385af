import type { JsonSchema } from "../../runtime/definition/index.js"
import { jsonSchema } from "./tools.js"

/** json-schema-to-typescript's types of a contract. */
export function jsonSchemaTypes(schema: JsonSchema, name: string): Promise<string> {
  const plain: Parameters<typeof jsonSchema.compile>[0] = JSON.parse(
    JSON.stringify(schema, (_, value: unknown) => {
      const isBytes = typeof value === "object" && value !== null && "contentMediaType" in value
      return isBytes ? { ...value, tsType: "Uint8Array" } : value
    }),
  )
  return jsonSchema.compile(plain, name, {
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
    unreachableDefinitions: false,
  })
}
