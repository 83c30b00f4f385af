import { readFile } from "node:fs/promises"
import { Compile, type Validator } from "typebox/schema"
import type { RestDescription, RestOperation } from "../../generator/parse/index.js"
import { correctedRest } from "../../schema/lazy/index.js"

/** GitHub's REST description, against which answers are checked. */
export const description: RestDescription = correctedRest(
  JSON.parse(await readFile(new URL("../../schema/github-rest.json", import.meta.url), "utf8")),
)

/**
 * Further errors of the description, by schema and property. GitHub was observed to answer differently, and its own clients
 * accept that.
 */
const MISTAKES: Record<string, Record<string, object>> = {
  // Without an address, they are empty: the described default.
  "deployment-status": Object.fromEntries(
    ["target_url", "environment_url", "log_url"].map((name) => [name, { format: null }]),
  ),
  environment: { can_admins_bypass: { type: "boolean" } },
  "app-permissions": { actions_variables: { type: "string", enum: ["read", "write"] } },
  // The description has a Git author, but GitHub returns an account, as in every list of commits.
  "commit-search-result-item": {
    committer: { $ref: "#/components/schemas/nullable-simple-user" },
  },
}

// The description spells out this schema, so that a correction of the named one would miss it.
Object.assign(described("GET /app/installations"), {
  response: { type: "array", items: { $ref: "#/components/schemas/installation" } },
})

/** `GET /repos/{owner}/{repo}` in the description. */
export function described(operation: string): RestOperation {
  const [method = "", path = ""] = operation.split(" ")
  const found = description.paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`GitHub does not describe ${operation}`)
  return found
}

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const entries = (value: unknown): [string, unknown][] =>
  isSchema(value) ? Object.entries(value) : []

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Each named schema exists twice: open, as a part of others, and closed. */
const CLOSED = ".closed"

/** An OpenAPI 3.0 schema as a closed JSON Schema for a value. */
function closed(source: unknown): Schema {
  const schema = closedUnlessNull(source)
  return isNullable(source) ? { anyOf: [{ type: "null" }, schema] } : schema
}

function closedUnlessNull(source: unknown): Schema {
  const schema = open(source)
  if (typeof schema.$ref === "string") return { $ref: `${schema.$ref}${CLOSED}` }
  if (schema.anyOf && !schema.properties) return { ...schema, anyOf: choicesIn(source).map(closed) }
  const names = ["properties", "allOf"].some((keyword) => keyword in schema)
  const isOpen = "additionalProperties" in schema || !names
  return isOpen ? schema : { ...schema, unevaluatedProperties: false }
}

const choicesIn = (source: unknown): unknown[] =>
  isSchema(source) ? [...list(source.oneOf), ...list(source.anyOf)] : []

const isNullable = (schema: unknown): boolean =>
  isSchema(schema) && (schema.nullable === true || list(schema.enum).includes(null))

/** The same for a schema that is a part of another one with more properties. */
function open(source: unknown): Schema {
  if (!isSchema(source)) return {}
  const { $ref, type, format, required, additionalProperties } = source
  if (typeof $ref === "string") return { $ref: $ref.replace("#/components/schemas/", "#/$defs/") }
  const choices = choicesIn(source)
  const parts = list(source.allOf)
  const values = list(source.enum)
  return {
    ...(type !== undefined && { type }),
    ...(FORMATS.has(String(format)) && { format }),
    ...(required !== undefined && { required }),
    ...(values.length > 0 && { enum: values }),
    ...(source.properties !== undefined && {
      properties: Object.fromEntries(
        entries(source.properties).map(([name, one]) => [name, closed(one)]),
      ),
    }),
    ...(source.items !== undefined && { items: closed(source.items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isSchema(additionalProperties)
        ? closed(additionalProperties)
        : additionalProperties,
    }),
    // The alternatives in GitHub's description overlap.
    ...(choices.length > 0 && { anyOf: choices.map(choice) }),
    ...(parts.length > 0 && { allOf: parts.map(open) }),
  }
}

const choice = (source: unknown): Schema =>
  isNullable(source) ? { anyOf: [{ type: "null" }, open(source)] } : open(source)

const FORMATS = new Set(["date", "date-time", "email", "uri"])

const $defs = Object.fromEntries(
  Object.entries(description.schemas).flatMap(([name, source]) => {
    const schema = corrected(name, source)
    return [
      [name, choice(schema)],
      [name + CLOSED, closed(schema)],
    ]
  }),
)

function corrected(name: string, schema: unknown): unknown {
  const corrections = MISTAKES[name]
  if (!corrections || !isSchema(schema)) return schema
  const described = Object(schema.properties)
  const changed = Object.entries(corrections).map(([property, one]) => [
    property,
    { ...described[property], ...one },
  ])
  return { ...schema, properties: { ...described, ...Object.fromEntries(changed) } }
}

const validators = new Map<string, Validator>()

/** Violations of the description in a successful answer. */
export function problemsOf(operation: string, body: unknown): string[] {
  const { response } = described(operation)
  if (response === undefined) return body === "" ? [] : ["GitHub answers without a body"]
  return problemsBy(operation, response, body)
}

/** Violations of the description in a request body. */
export function problemsOfBody(operation: string, body: unknown): string[] {
  const { body: taken } = described(operation)
  if (taken === undefined) return body === undefined ? [] : ["GitHub takes no body"]
  return body === undefined ? [] : problemsBy(`${operation} body`, taken, body)
}

/** Violations of a described schema, such as a parameter's, in a value. */
export function problemsBy(key: string, source: unknown, value: unknown): string[] {
  const schema = closed(source)
  const validator = validators.get(key) ?? Compile({ $defs: usedBy(schema), ...schema })
  validators.set(key, validator)
  if (validator.Check(value)) return []
  const [, errors] = validator.Errors(value)
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The named schemas that a schema uses. Compiling all of them would take a hundred times as long. */
function usedBy(schema: unknown, used: Record<string, Schema> = {}): Record<string, Schema> {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
    const definition = $defs[name]
    if (!definition || used[name]) continue
    used[name] = definition
    usedBy(definition, used)
  }
  return used
}
