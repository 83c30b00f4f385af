/** The input of an operation: the values of its path, query and body by name. */
import type { RestOperation, RestParameter } from "../../generator/parse/index.js"
import type { JsonSchema, JsonType } from "../../runtime/index.js"
import { isUnsafeInteger } from "../../runtime/text/index.js"
import { type Openapi, openapi, operationsAnswering, resolved } from "./description.js"

/** Where the values of an input belong in the request. */
interface Places {
  readonly path: readonly string[]
  readonly query: readonly string[]
  /** The member of the body, by the name of the input. */
  readonly body: Readonly<Record<string, string>>
  /** Whether inputs that are not listed are members of a body with arbitrary names. */
  readonly isOpen: boolean
}

export interface OperationInput {
  readonly schema: JsonSchema
  readonly places: Places
}

/** @param values - values in the written path */
export function inputOf(
  { parameters = [], body, uploads, response, docs = "" }: RestOperation,
  values: Readonly<Record<string, string>>,
): OperationInput {
  const inPath = parameters.filter((one) => one.in === "path")
  const inQuery = parameters.filter((one) => one.in === "query")
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const one of [...inPath, ...inQuery]) {
    const given = Object.hasOwn(values, one.name) ? values[one.name] : undefined
    const own = given === undefined ? parameterSchema(one) : writtenSchema(given, one)
    properties[one.name] = { ...own, ...forms[docs]?.[one.name] }
    if (one.required) required.push(one.name)
  }
  const places: Record<string, string> = {}
  const members = uploads ? textBody : withSiblings(bodyOf(openapi(body)), body, response)
  for (const [name, schema] of Object.entries(members.properties)) {
    // If a path parameter and a body member share a name, both are inputs.
    const key = Object.hasOwn(properties, name) ? `body.${name}` : name
    places[key] = name
    properties[key] = schema
    if (members.required.includes(name)) required.push(key)
  }
  return {
    schema: {
      type: "object",
      properties,
      required,
      additionalProperties: members.open ?? false,
      ...choiceOf(members.choices),
    },
    places: {
      path: inPath.map(({ name }) => name),
      query: inQuery.map(({ name }) => name),
      body: places,
      isOpen: members.open !== undefined,
    },
  }
}

/** Forms without which GitHub ignores a parameter, and lists everything: by the page of the operation. */
const forms: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  // https://github.com/github/docs/pull/16647
  "https://docs.github.com/rest/pulls/pulls#list-pull-requests": {
    head: { pattern: "^[^:]+:.", description: "OWNER:BRANCH" },
  },
}

/** A choice of single names has the form of cards, so that messages list all of them. */
function choiceOf(choices: Members["choices"]): JsonSchema {
  if (choices.length < 2) return {}
  const single = choices.flatMap(([name, ...others]) =>
    name === undefined || others.length > 0 ? [] : [{ required: [name] as const }],
  )
  if (single.length === choices.length) return { allOf: [{ anyOf: single }] }
  return { anyOf: choices.map((names) => ({ required: names })) }
}

interface Members {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  /** The required members of each form of a body. */
  readonly choices: readonly (readonly string[])[]
  readonly open?: boolean | JsonSchema
}

const nothing: Members = { properties: {}, required: [], choices: [] }

const textBody: Members = {
  properties: { body: { type: "string" } },
  required: ["body"],
  choices: [],
}

function bodyOf(given: Openapi | undefined): Members {
  if (given === undefined) return nothing
  const body = resolved(given)
  const forms = body.oneOf ?? body.anyOf
  if (forms && !body.properties) {
    const all = forms.map((one) => bodyOf(one))
    const names = [...new Set(all.flatMap(({ properties }) => Object.keys(properties)))]
    const of = (name: string) => all.flatMap(({ properties }) => properties[name] ?? [])
    return {
      properties: Object.fromEntries(names.map((name) => [name, oneOf(of(name))])),
      required: names.filter((name) => all.every((one) => one.required.includes(name))),
      choices: all.map(({ required }) => required),
    }
  }
  const { properties = {}, required = [], additionalProperties: open } = body
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, toSchema(one, 0)]),
    ),
    required,
    choices: (forms ?? []).map((one) => resolved(one).required ?? []),
    ...(open && { open: open === true ? true : toSchema(open, 0) }),
  }
}

/**
 * With the members that another write of the same object documents, and that the object has: GitHub takes
 * `has_discussions` wherever it takes a repository, and documents it once.
 */
function withSiblings(members: Members, body: unknown, response: unknown): Members {
  const { $ref } = openapi(response) ?? {}
  if (body === undefined || $ref === undefined || members.open) return members
  const { properties: answered = {} } = resolved({ $ref })
  const siblings = operationsAnswering($ref).flatMap(({ body: other }) =>
    Object.entries(resolved(openapi(other) ?? {}).properties ?? {}),
  )
  const added = siblings.filter(
    ([name, { type }]) => !Object.hasOwn(members.properties, name) && answered[name]?.type === type,
  )
  const properties = Object.fromEntries(added.map(([name, one]) => [name, toSchema(one, 0)]))
  return { ...members, properties: { ...members.properties, ...properties } }
}

function oneOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = schemas
  const same = others.every((one) => JSON.stringify(one) === JSON.stringify(first))
  return same ? first : { anyOf: schemas }
}

/** An input must not contradict a value that is already in the path. */
function writtenSchema(value: string, { schema }: RestParameter): JsonSchema {
  const { type } = parameterSchema({ name: "", in: "path", schema })
  const isNumber = type === "integer" && /^\d+$/.test(value) && !isUnsafeInteger(value)
  const own = isNumber ? Number(value) : value
  return { const: own, default: own }
}

function parameterSchema({ schema }: RestParameter): JsonSchema {
  return toSchema(openapi(schema) ?? {}, 0)
}

/** Deeper than any input of GitHub. Its schemas of answers refer to themselves. */
const deepest = 12

function toSchema(given: Openapi, depth: number): JsonSchema {
  if (depth > deepest) return {}
  const schema = resolved(given)
  const { nullable, properties, items, additionalProperties: open } = schema
  const forms = schema.oneOf ?? schema.anyOf
  if (forms && !properties) {
    const all = forms.map((one) => toSchema(one, depth + 1))
    return { anyOf: nullable ? [...all, { type: "null" }] : all }
  }
  const types = [schema.type ?? (properties ? "object" : [])].flat() as JsonType[]
  if (nullable && types.length > 0) types.push("null")
  const members = Object.entries(properties ?? {})
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(schema.enum && {
      enum: nullable && !schema.enum.includes(null) ? [...schema.enum, null] : schema.enum,
    }),
    ...(items && { items: toSchema(items, depth + 1) }),
    ...(members.length > 0 && {
      properties: Object.fromEntries(
        members.map(([name, one]) => [name, toSchema(one, depth + 1)]),
      ),
      // Unknown members are rejected as mistakes, because GitHub would ignore them.
      additionalProperties:
        open === undefined
          ? false
          : open === true || open === false
            ? open
            : toSchema(open, depth + 1),
    }),
    ...(schema.required && { required: schema.required }),
  } as JsonSchema
}
