/** JSON Schemas for editors of cards, shapes and shared definitions, used by YAML language servers. */
import { jsonTypes } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { KEYWORDS } from "../check/index.js"
import { librarySchema, ROUTES, shapeSchema, writtenCardSchema } from "../parse/index.js"
import { printJson } from "./layout.js"

export interface KnownNames {
  readonly shapes: readonly string[]
  readonly inputs: readonly string[]
  readonly lookups: Readonly<Record<RouteType, readonly string[]>>
}

type Schema = Readonly<Record<string, unknown>>

/** `generated/editor/`: a schema for each kind of file, to be named in a modeline. */
export function emitEditorSchemas(names: KnownNames): [path: string, text: string][] {
  const vocabulary = { title: "The vocabulary", ...members(names.inputs) }
  return [
    file("card", { title: "A card", ...withNames(writtenCardSchema, names) }),
    file("shape", { title: "A shape", ...withNames(shapeSchema, names) }),
    file("inputs", vocabulary),
    file("expressions", { title: "Named expressions", ...expressions }),
    file("lookups", { title: "The library of lookups", ...plain(librarySchema) }),
  ]
}

function file(name: string, schema: Schema): [path: string, text: string] {
  const $schema = "http://json-schema.org/draft-07/schema#"
  const { definitions, ...others } = schema
  const shared = { keywords, member, ...Object(definitions) }
  const whole = { $schema, ...others, definitions: shared }
  return [`generated/editor/${name}.schema.json`, printJson(whole)]
}

/** The form of a file as written, which allows more than the checked full form: see docs/cards.md. */
function withNames(form: object, names: KnownNames): Schema {
  const { properties, ...others } = plain(form)
  const definitions = Object.fromEntries(
    ROUTES.flatMap((route) => {
      const lookup = Object(lookupsOf(Object(Object(properties)[route]))).additionalProperties
      return lookup === undefined ? [] : [[`${route}_lookup`, lookup]]
    }),
  )
  return { ...others, properties: widened(properties, names), definitions }
}

const lookupsOf = (section: Schema): unknown => Object(section.properties).lookups

function widened(properties: unknown, names: KnownNames): Schema {
  const wider: Readonly<Record<string, (schema: Schema) => Schema>> = {
    input: (schema) => besides(schema, members(names.inputs)),
    fields: (schema) => besides(schema, members([])),
    output: (schema) => shapeOr(schema, names),
    list: (schema) => shapeOr(schema, names),
    union: (schema) => ({
      ...schema,
      additionalProperties: shapeOr(Object(schema.additionalProperties), names),
    }),
    shape: (schema) => ({ ...schema, ...oneOf(names.shapes)[0] }),
    input_schema: contract,
    output_schema: contract,
  }
  return Object.fromEntries(
    Object.entries(Object(properties)).map(([name, value]) => {
      const schema: Schema = Object(value)
      const change = wider[name]
      // In a route, `output` is a map of expressions.
      if (isRoute(name)) return [name, section(schema, name, names.lookups[name])]
      return [name, change ? change(schema) : schema]
    }),
  )
}

const isRoute = (name: string): name is RouteType => ROUTES.some((route) => route === name)

/** A section of a route. Its lookups may be a list of names. */
function section(schema: Schema, route: RouteType, known: readonly string[]): Schema {
  const properties: Schema = Object(schema.properties)
  if (properties.lookups === undefined) return schema
  const one = { $ref: `#/definitions/${route}_lookup` }
  const map = {
    type: "object",
    properties: Object.fromEntries(known.map((name) => [name, one])),
    additionalProperties: one,
  }
  return { ...schema, properties: { ...properties, lookups: { anyOf: [namesOf(known), map] } } }
}

function shapeOr(schema: Schema, names: KnownNames): Schema {
  const { description, ...form } = schema
  const properties = widened(form.properties, names)
  return { description, anyOf: [...oneOf(names.shapes), { ...form, properties }] }
}

/** Inputs or fields: a list of names, or a map to their keywords. */
function members(known: readonly string[]): Schema {
  const one = { $ref: "#/definitions/member" }
  const properties = Object.fromEntries(known.map((name) => [name, one]))
  return { anyOf: [namesOf(known), { type: "object", properties, additionalProperties: one }] }
}

/** A list of names, with suggestions for known ones. */
const namesOf = (known: readonly string[]): Schema => ({
  type: "array",
  items: { anyOf: [...oneOf(known), { type: "string" }] },
})

/** Nothing if there are no names: a schema must not have an empty `enum`. */
const oneOf = (known: readonly string[]): Schema[] => (known.length > 0 ? [{ enum: known }] : [])

const contract = (schema: Schema): Schema => besides(schema, { $ref: "#/definitions/keywords" })

function besides({ description }: Schema, wider: Schema): Schema {
  return { ...(description !== undefined && { description }), ...wider }
}

/** Expressions by name and parameters: each is a path expression, or a table from string to string. */
const expressions: Schema = {
  type: "object",
  additionalProperties: {
    anyOf: [{ type: "string" }, { type: "object", additionalProperties: { type: "string" } }],
  },
}

/** An input or a field: its description, or keywords. */
const member: Schema = { anyOf: [{ type: "string" }, { $ref: "#/definitions/keywords" }] }

const keywords: Schema = {
  type: "object",
  properties: {
    ...Object.fromEntries(Object.keys(KEYWORDS).map((keyword) => [keyword, {}])),
    type: {
      anyOf: [{ enum: jsonTypes }, { type: "array", items: { enum: jsonTypes } }],
    },
    items: { $ref: "#/definitions/keywords" },
    properties: members([]),
    nullable: { type: "boolean", description: "Whether an explicit null is allowed." },
    optional: { type: "boolean", description: "false: required, although optional for GitHub." },
    shape: { type: "string", description: "Shape of the value." },
    union: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Shapes by GraphQL type; the value has one of them.",
    },
  },
}

/** A schema without typebox's own symbols. */
const plain = (schema: object): Schema => JSON.parse(JSON.stringify(schema))
