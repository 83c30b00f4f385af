/** Parts of libraries that the package replaces: of the MCP SDK, which would load Ajv, and of Octokit. */
import type { jsonSchemaValidator } from "@modelcontextprotocol/server"

/** `node:process` as a module reads every property of it, of which some are made when they are read. */
export const process = globalThis.process

/** Replaces the validator of `elicitInput`, which `ghx mcp` does not call: it asks questions through results of calls. */
export class DefaultJsonSchemaValidator implements jsonSchemaValidator {
  getValidator(): never {
    throw new Error("The package leaves out this validator: check the answer yourself")
  }
}

/** In place of a library for big integers, which the requests of auth strategies, and refusals, do not have. */
export const { parse: JSONParse, stringify: JSONStringify } = JSON
