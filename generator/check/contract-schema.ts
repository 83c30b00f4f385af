import type { JsonSchema, JsonType } from "../../runtime/definition/index.js"
import { type Diagnostic, diagnostic, didYouMean, type Problem } from "../diagnostics/index.js"
import { aboutContract } from "../messages/index.js"
import type { Card, CardPath, CardSource } from "../parse/index.js"
import { camelCase } from "../text/index.js"
import { schemaErrors } from "./schema-errors.js"

type Check = (value: unknown) => string | undefined

const TYPES: readonly JsonType[] = [
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
  "null",
]
const count: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : "must be a whole number from 0"
const number: Check = (value) => (Number.isFinite(value) ? undefined : "must be a number")
const bool: Check = (value) => (typeof value === "boolean" ? undefined : "must be true or false")
const string: Check = (value) => (typeof value === "string" ? undefined : "must be a text")
const map: Check = (value) => (isRecord(value) ? undefined : "must be a map")
const scalar = (value: unknown) =>
  value === null || ["string", "number", "boolean"].includes(typeof value)

/** What other languages call them. */
const OTHER_WORDS: ReadonlyMap<string, JsonType> = new Map([
  ["text", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["list", "array"],
  ["map", "object"],
  ["dict", "object"],
])

/** The keywords of JSON Schema that a contract may use, and what each must hold. */
const KEYWORDS: Record<string, { check: Check; of?: readonly JsonType[] }> = {
  type: {
    check: (value) => {
      const types = [value].flat()
      const wrong = types.find((type) => !TYPES.some((known) => known === type))
      if (wrong === undefined) return types.length > 0 ? undefined : "must not be empty"
      const meant = OTHER_WORDS.get(String(wrong))
      const near = meant === undefined ? didYouMean(String(wrong), TYPES) : `write \`${meant}\``
      return `must be one of ${TYPES.join(", ")}; found \`${String(wrong)}\`${near ? `, ${near}` : ""}`
    },
  },
  description: { check: string },
  deprecated: { check: bool },
  default: { check: () => undefined },
  const: { check: (value) => (scalar(value) ? undefined : "must be a scalar") },
  enum: {
    check: (value) => {
      if (!Array.isArray(value) || value.length === 0) return "must be a list of values"
      if (!value.every(scalar)) return "must hold scalars only"
      return new Set(value).size === value.length ? undefined : "holds a value twice"
    },
  },
  required: {
    check: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === "string")
        ? undefined
        : "must be a list of property names",
    of: ["object"],
  },
  properties: { check: map, of: ["object"] },
  additionalProperties: {
    check: (value) => bool(value) && map(value) && "must be true, false or a schema",
    of: ["object"],
  },
  items: { check: map, of: ["array"] },
  minItems: { check: count, of: ["array"] },
  maxItems: { check: count, of: ["array"] },
  uniqueItems: { check: bool, of: ["array"] },
  minLength: { check: count, of: ["string"] },
  maxLength: { check: count, of: ["string"] },
  pattern: { check: checkPattern, of: ["string"] },
  minimum: { check: number, of: ["integer", "number"] },
  maximum: { check: number, of: ["integer", "number"] },
  anyOf: {
    check: (value) =>
      Array.isArray(value) && value.length > 0 && value.every(isRecord)
        ? undefined
        : "must be a list of schemas",
  },
}

const SAY_WHAT_IS_MEANT = ["type", "enum", "const", "anyOf"]

const RANGES = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const

/** Both contracts use known keywords, each holding what it must, and can be satisfied. */
export function checkContractSchemas(source: CardSource, card: Card): Diagnostic[] {
  return (["input_schema", "output_schema"] as const).flatMap((key) => {
    const diagnostics: Diagnostic[] = []
    new SchemaCheck(source, diagnostics, key === "input_schema").schema(card[key], [key])
    if (diagnostics.length > 0 || card[key].type === "object") return diagnostics
    return [diagnostic(aboutContract.noObject(key), source.file, source.keySpan([key]))]
  })
}

class SchemaCheck {
  private readonly source: CardSource
  private readonly diagnostics: Diagnostic[]
  private readonly isInput: boolean

  constructor(source: CardSource, diagnostics: Diagnostic[], isInput: boolean) {
    this.source = source
    this.diagnostics = diagnostics
    this.isInput = isInput
  }

  schema(schema: unknown, path: CardPath): void {
    if (!isRecord(schema)) {
      const types = typeof schema === "string" && TYPES.some((type) => type === schema)
      const help = types ? `write \`{ type: ${schema} }\`` : "for example `{ type: string }`"
      this.report(aboutContract.noSchema(help), path)
      return
    }
    const before = this.diagnostics.length
    for (const [keyword, value] of Object.entries(schema))
      this.keyword(schema, keyword, value, path)
    const isSound = this.diagnostics.length === before
    // A keyword that is wrong or misspelt is reason enough for another to be missing.
    if (isSound && !SAY_WHAT_IS_MEANT.some((keyword) => schema[keyword] !== undefined)) {
      this.report(aboutContract.emptySchema(), path, "value")
    } else if (isSound) {
      const sound = schema as JsonSchema
      this.ranges(sound, path)
      this.values(sound, path)
      this.names(sound, path)
    }
    this.children(schema, path)
  }

  private keyword(
    schema: Record<string, unknown>,
    keyword: string,
    value: unknown,
    path: CardPath,
  ): void {
    const known = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined
    const at = [...path, keyword]
    if (known === undefined) {
      const help = HINTS.get(keyword) ?? didYouMean(keyword, Object.keys(KEYWORDS))
      this.report(aboutContract.unknownKeyword(keyword, help), at)
      return
    }
    const problem = known.check(value)
    if (problem !== undefined)
      this.report(aboutContract.wrongKeyword(keyword, problem), at, "value")
    const types = [schema.type].flat()
    const applies = known.of === undefined || known.of.some((type) => types.includes(type))
    if (applies || schema.type === undefined) return
    const owners = known.of?.join(" or ") ?? ""
    this.report(aboutContract.idleKeyword(keyword, types.join(" or "), owners), at)
  }

  private ranges(schema: JsonSchema, path: CardPath): void {
    for (const [low, high] of RANGES) {
      const [least, most] = [schema[low], schema[high]]
      if (least === undefined || most === undefined || least <= most) continue
      const problem = aboutContract.emptyRange(`${low} ${least}`, `${high} ${most}`)
      this.report(problem, [...path, low])
      return
    }
  }

  private values(schema: JsonSchema, path: CardPath): void {
    const withoutValues = { ...schema, enum: undefined, default: undefined }
    schema.enum?.forEach((value, index) => {
      if (schema.type === undefined) return
      const { enum: _, default: __, ...rest } = withoutValues
      if (schemaErrors(rest, value).length === 0) return
      const expected = [schema.type].flat().join(" or ")
      const help = value === null ? 'add "null" to `type`' : undefined
      const problem = aboutContract.valueNotOfType(JSON.stringify(value), expected, help)
      this.report(problem, [...path, "enum", index], "value")
    })
    if (schema.default === undefined) return
    const isTopLevel = this.isInput && path.length === 3
    const at = [...path, "default"]
    if (!isTopLevel) {
      this.report(aboutContract.defaultWithin(), at)
      return
    }
    const { default: _, ...rest } = schema
    for (const { message } of schemaErrors(rest, schema.default)) {
      this.report(aboutContract.defaultDoesNotFit(message), at, "value")
    }
  }

  private names(schema: JsonSchema, path: CardPath): void {
    const names = Object.keys(schema.properties ?? {})
    schema.required?.forEach((name, index) => {
      if (names.includes(name)) return
      const problem = aboutContract.requiredIsNoProperty(name, didYouMean(name, names))
      this.report(problem, [...path, "required", index], "value")
    })
    for (const name of names) {
      if (name === "constructor") {
        this.report(aboutContract.reservedProperty(name), [...path, "properties", name])
        continue
      }
      if (/^[a-z][a-z0-9_]*$/.test(name)) continue
      const snake = camelCase(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const help = /^[a-z][a-z0-9_]*$/.test(snake) ? `write \`${snake}\`` : undefined
      this.report(aboutContract.notSnakeCase(name, help), [...path, "properties", name])
    }
  }

  private children(schema: Record<string, unknown>, path: CardPath): void {
    const { properties, items, additionalProperties, anyOf } = schema
    if (isRecord(properties)) {
      for (const [name, child] of Object.entries(properties)) {
        this.schema(child, [...path, "properties", name])
      }
    }
    if (isRecord(items)) this.schema(items, [...path, "items"])
    if (isRecord(additionalProperties)) {
      this.schema(additionalProperties, [...path, "additionalProperties"])
    }
    if (!Array.isArray(anyOf)) return
    anyOf.forEach((child, index) => {
      this.schema(child, [...path, "anyOf", index])
    })
  }

  private report(problem: Problem, path: CardPath, at: "key" | "value" = "key"): void {
    const span = at === "key" ? this.source.keySpan(path) : this.source.valueSpan(path)
    this.diagnostics.push(diagnostic(problem, this.source.file, span))
  }
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ["tsType", "raw TypeScript is never taken from a card"],
  ["$ref", "write the schema where it is used"],
  ["oneOf", "use `anyOf`"],
  ["allOf", "write one schema"],
  ["title", "types are named after the capability"],
  ["format", "use `pattern`, which is checked everywhere"],
  ["nullable", 'write `type: [string, "null"]`'],
  ["<<", "YAML 1.2 has no merge keys: write the schema out"],
])

function checkPattern(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a text"
  try {
    new RegExp(value, "u")
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, "") : ""
    return `is not a regular expression: ${reason}`
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
