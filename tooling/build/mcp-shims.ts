/**
 * The platform part of the MCP SDK. Its own for Node loads Ajv, which is larger than the rest of the SDK.
 */
import type { jsonSchemaValidator } from "@modelcontextprotocol/server"

export { default as process } from "node:process"

/** Only used by `elicitInput`, which `ghx mcp` does not call, because it asks questions through results of calls. */
export class DefaultJsonSchemaValidator implements jsonSchemaValidator {
  getValidator(): never {
    throw new Error(
      "The package leaves out the validator of the MCP SDK: check the answer yourself",
    )
  }
}
