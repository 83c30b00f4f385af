/**
 * The platform part of the MCP SDK. Its own for Node loads Ajv, which is larger than the rest of the SDK.
 */
import type { jsonSchemaValidator } from "@modelcontextprotocol/server"

/** `node:process` as a module reads every property of it, of which some are made when they are read. */
export const process = globalThis.process

/** Replaces the validator of `elicitInput`, which `ghx mcp` does not call: it asks questions through results of calls. */
export class DefaultJsonSchemaValidator implements jsonSchemaValidator {
  getValidator(): never {
    throw new Error(
      "The package leaves out the validator of the MCP SDK: check the answer yourself",
    )
  }
}
