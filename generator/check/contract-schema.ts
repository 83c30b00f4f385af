import { Check } from "typebox/schema"
import { type JsonSchema, jsonTypes } from "../../runtime/definition/index.js"
import { type Diagnostic, didYouMean, type Problem } from "../diagnostics/index.js"
import { aboutContract } from "../messages/index.js"
import { atKey, atValue, type Card, type CardPath, type CardSource } from "../parse/index.js"
import { isMap, subschemas } from "../shape/index.js"
import { camelCase, snakeCase } from "../text/index.js"
import { HINTS, KEYWORDS, OF_OUTPUTS } from "./contract-keywords.js"
import { schemaErrors } from "./schema-errors.js"

const TYPE_KEYWORDS = ["type", "enum", "const", "anyOf", "oneOf", "contentMediaType"]

const RANGES = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const

export function checkContractSchemas(source: CardSource, card: Card): Diagnostic[] {
  return (["input_schema", "output_schema"] as const).flatMap((key) => {
    const diagnostics: Diagnostic[] = []
    new SchemaCheck(source, diagnostics, key === "input_schema").schema(card[key], [key])
    // A result, or an item of it, may be one of several object types.
    const isUnion = key === "output_schema" && card[key].oneOf !== undefined
    const isObject = card[key].type === "object" || isUnion
    if (diagnostics.length > 0 || isObject) return diagnostics
    return [atKey(source, [key], aboutContract.noObject(key))]
  })
}

/** Checks a schema that need not define its type. */
export function checkSchemaPart(source: CardSource, schema: unknown, path: CardPath): Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  new SchemaCheck(source, diagnostics, true, true).schema(schema, path)
  return diagnostics
}

class SchemaCheck {
  constructor(
    private readonly source: CardSource,
    private readonly diagnostics: Diagnostic[],
    private readonly isInput: boolean,
    /** Set if the schema extends another one. */
    private readonly isPart: boolean = false,
  ) {}

  schema(schema: unknown, path: CardPath): void {
    if (!isMap(schema)) {
      const types = typeof schema === "string" && jsonTypes.some((type) => type === schema)
      const help = types ? `write \`{ type: ${schema} }\`` : "for example `{ type: string }`"
      this.report(aboutContract.noSchema(help), path)
      return
    }
    const before = this.diagnostics.length
    for (const [keyword, value] of Object.entries(schema))
      this.keyword(schema, keyword, value, path)
    const isSound = this.diagnostics.length === before
    // An invalid or misspelt keyword may be the one that seems to be missing.
    if (
      isSound &&
      !this.isPart &&
      !TYPE_KEYWORDS.some((keyword) => schema[keyword] !== undefined)
    ) {
      this.report(aboutContract.emptySchema(), path, "value")
    } else if (isSound && !this.isPart) {
      const sound = schema as JsonSchema
      this.ranges(sound, path)
      this.values(sound, path)
      this.names(sound, path)
    }
    for (const { steps, schema: inner } of subschemas(schema)) {
      this.schema(inner, [...path, ...steps])
    }
  }

  private keyword(
    schema: Readonly<Record<string, unknown>>,
    keyword: string,
    value: unknown,
    path: CardPath,
  ): void {
    const isAllowed = !(this.isInput && OF_OUTPUTS.includes(keyword))
    const known = isAllowed && Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined
    const at = [...path, keyword]
    if (known === undefined) {
      const help = HINTS.get(keyword) ?? didYouMean(keyword, Object.keys(KEYWORDS))
      this.report(aboutContract.unknownKeyword(keyword, help), at)
      return
    }
    const types = [schema.type].flat()
    const applies = known.of === undefined || known.of.some((type) => types.includes(type))
    const problem = known.check(value)
    if (keyword === "required" && typeof value === "boolean" && this.isPart)
      this.report(aboutContract.requiredAsFlag(), at)
    else if (!applies && schema.type !== undefined) {
      const owners = known.of?.join(" or ") ?? ""
      this.report(aboutContract.inapplicableKeyword(keyword, types.join(" or "), owners), at)
    } else if (problem !== undefined)
      this.report(aboutContract.wrongKeyword(keyword, problem), at, "value")
  }

  private ranges(schema: JsonSchema, path: CardPath): void {
    for (const [low, high] of RANGES) {
      const [least, most] = [schema[low], schema[high]]
      if (least === undefined || most === undefined || least <= most) continue
      this.report(aboutContract.emptyRange(`${low} ${least}`, `${high} ${most}`), [...path, low])
      return
    }
  }

  private values(schema: JsonSchema, path: CardPath): void {
    schema.enum?.forEach((value, index) => {
      if (schema.type === undefined) return
      const { enum: _, default: __, ...rest } = schema
      if (Check(rest, value)) return
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
      this.report(aboutContract.invalidDefault(message), at, "value")
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
      const snake = snakeCase(camelCase(name))
      const help = /^[a-z][a-z0-9_]*$/.test(snake) ? `write \`${snake}\`` : undefined
      this.report(aboutContract.notSnakeCase(name, help), [...path, "properties", name])
    }
  }

  private report(problem: Problem, path: CardPath, at: "key" | "value" = "key"): void {
    this.diagnostics.push((at === "key" ? atKey : atValue)(this.source, path, problem))
  }
}
