import { valid } from "semver"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutContract } from "../messages/index.js"
import { CONTRACTS_PATH } from "../read/index.js"
import { mapSubschemas } from "../shape/index.js"
import { schemaErrors } from "./schema-errors.js"

/** The contract of one capability, as released. */
export interface Contract {
  version: string
  input: JsonSchema
  output: JsonSchema
}

const schemas = { type: "object", additionalProperties: { $ref: "#/$defs/schema" } }
const count = { type: "integer", minimum: 0 }

/** The schema of the lock file that `pnpm gen --release` writes. */
const lockSchema = {
  type: "object",
  additionalProperties: {
    type: "object",
    required: ["version", "input", "output"],
    additionalProperties: false,
    properties: {
      version: { type: "string" },
      input: { $ref: "#/$defs/schema" },
      output: { $ref: "#/$defs/schema" },
    },
  },
  $defs: {
    schema: {
      type: "object",
      properties: {
        type: { type: ["string", "array"], items: { type: "string" } },
        enum: { type: "array" },
        required: { type: "array", items: { type: "string" } },
        properties: schemas,
        additionalProperties: { type: ["boolean", "object"] },
        items: { $ref: "#/$defs/schema" },
        anyOf: { type: "array", items: { $ref: "#/$defs/schema" } },
        oneOf: { type: "array", items: { $ref: "#/$defs/schema" } },
        pattern: { type: "string" },
        minimum: { type: "number" },
        maximum: { type: "number" },
        minLength: count,
        maxLength: count,
        minItems: count,
        maxItems: count,
      },
    },
  },
}

/** Reads the released contracts, by id. */
export function readContracts(text: string): {
  contracts: ReadonlyMap<string, Contract>
  diagnostics: Diagnostic[]
} {
  const damaged = (message: string, start = 0) => ({
    contracts: new Map<string, Contract>(),
    diagnostics: [
      diagnostic(
        aboutContract.damagedLock(message),
        { path: CONTRACTS_PATH, text },
        { start, end: start + 1 },
      ),
    ],
  })
  const conflict = text.search(/^<{7} /m)
  if (conflict !== -1) return damaged("the file has a merge conflict", conflict)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The engine's own message differs between versions.
    return damaged("the file is not JSON")
  }
  const [error] = schemaErrors(lockSchema, value)
  if (error !== undefined) {
    const where = error.path.length === 0 ? "it" : `\`${error.path.join("/")}\``
    return damaged(`${where} ${error.message}`)
  }
  const contracts = new Map(Object.entries(value as Record<string, Contract>))
  for (const [id, { version }] of contracts) {
    if (valid(version) === null) return damaged(`\`${id}/version\` is not a semantic version`)
  }
  return { contracts, diagnostics: [] }
}

/** Writes the lock file: contracts one after the other, in the order of their ids. */
export function writeContracts(contracts: ReadonlyMap<string, Contract>): string {
  const sorted = [...contracts].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/**
 * A contract in the form of the lock: without descriptions, which may change freely, and without the types of node
 * ids, because callers may pass any string.
 */
export function contractOf(version: string, input: JsonSchema, output: JsonSchema): Contract {
  return { version, input: withoutDescriptions(input), output: withoutDescriptions(output) }
}

function withoutDescriptions(schema: JsonSchema): JsonSchema {
  const { title: _, extends: __, description: ___, deprecated: ____, ...others } = schema
  const { "x-ghx-node": _____, "x-ghx-content": ______, ...permanent } = others
  return mapSubschemas(permanent, withoutDescriptions)
}
