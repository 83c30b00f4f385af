import { compile } from "json-schema-to-typescript"
import type { JsonSchema } from "../../runtime/definition/index.js"

/** The types that json-schema-to-typescript gives a contract. */
export function jsonSchemaTypes(schema: JsonSchema, name: string): Promise<string> {
  const plain: Parameters<typeof compile>[0] = JSON.parse(JSON.stringify(schema))
  return compile(plain, name, {
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
    unreachableDefinitions: false,
  })
}
