/** Reduces a capability to some fields. Loaded by the first call with `fields`. */

import type { FeatureCode } from "../../call/index.js"
import type {
  CliRoute,
  GraphqlRoute,
  JsonSchema,
  Prunable,
  PrunableByPath,
  RestRoute,
} from "../../definition/index.js"
import type { ValidationIssue } from "../../envelope/index.js"
import { type Failure, permanent, shorten } from "../../errors/index.js"
import { fieldNamesOf, itemSchemaOf } from "../../properties/index.js"
import { answerPartsOf, isMadeOf, type LoadedDefinition } from "../../routes/index.js"
import { didYouMean, nearestOf, suggestionsFor } from "../../suggestions/index.js"
import {
  isPruned,
  type PrunedParts,
  prunedOperation,
  prunedParts,
  withStandIns,
} from "../answer-parts/index.js"

/** Reduced definitions by their fields. Reusing them also reuses what is cached for their operations. */
const narrowedDefinitions = new WeakMap<object, Map<string, object>>()

/** Maximum number of cached field sets, for callers that generate them. */
const mostKept = 100

/** Maximum number of reported issues. */
const mostIssues = 20

export const fieldsCode: FeatureCode = {
  define: (definition, { fields }) => narrowDefinition(definition, fields),
}

/**
 * A definition that returns some fields, and does not request parts of answers that only other fields need. A refusal
 * if no known field is given.
 */
async function narrowDefinition<Id extends string, Input, Output>(
  whole: LoadedDefinition<Id, Input, Output>,
  given: unknown,
): Promise<LoadedDefinition<Id, Input, Output>> {
  const fields = checkFields(whole, given)
  if ("code" in fields) return { ...whole, refused: fields }
  const key = [...fields].sort().join()
  const known = narrowedDefinitions.get(whole) ?? new Map<string, object>()
  narrowedDefinitions.set(whole, known)
  const before = known.get(key)
  if (isMadeOf(whole, before)) return before
  const own = narrowRoutes(whole, fields, await answerPartsOf(whole))
  if (known.size === mostKept) known.clear()
  known.set(key, own)
  return own
}

function narrowRoutes<Id extends string, Input, Output>(
  whole: LoadedDefinition<Id, Input, Output>,
  fields: ReadonlySet<string>,
  prunable: Prunable,
): LoadedDefinition<Id, Input, Output> {
  const { graphql, rest, cli, input, output, identifies } = whole
  const isList = itemSchemaOf(output) !== undefined
  const unreduced = new WeakMap<object, Output>()
  const less = (result: Output | null) => {
    const reduced = reduceResult(result, fields, isList)
    if (reduced !== result && result !== null) unreduced.set(Object(reduced), result)
    return reduced
  }
  // With the id of a number, a later call needs no lookup.
  const known = identifies && fields.has("number") ? new Set([...fields, "id"]) : fields
  const withId = (result: Output): Output | null =>
    reduceResult(unreduced.get(Object(result)) ?? null, known, isList)
  const compared = whole.parts?.writes?.comparedIn(input) ?? []
  const requested = new Set([...known, ...compared])
  const without = (by: PrunableByPath | undefined) => prunedParts(by ?? {}, requested)
  return {
    ...whole,
    input: includingSchema(input, fields),
    output: narrowSchema(output, fields),
    wanted: [...fields],
    unreduced,
    // A result without some fields cannot identify objects.
    ...(identifies && {
      identifies: (result, input) => identifies(withId(result) ?? result, input).filter(isWhole),
    }),
    ...(graphql && { graphql: narrowGraphql(graphql, without(prunable.graphql), less) }),
    ...(rest && { rest: narrowRest(rest, without(prunable.rest), less) }),
    ...(cli && { cli: narrowCli(cli, without(prunable.cli), less) }),
  }
}

function isWhole(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined
  return Object.values(value).every(isWhole)
}

type ReduceResult<Output> = (result: Output | null) => Output | null

function narrowGraphql<Input, Output>(
  route: GraphqlRoute<Input, Output>,
  without: PrunedParts,
  less: ReduceResult<Output>,
): GraphqlRoute<Input, Output> {
  const { operation, variables } = prunedOperation(route.operation, without)
  return {
    ...route,
    operation,
    variables: (input, lookups) => pickMembers(route.variables(input, lookups), variables),
    output: (data, input, lookups) =>
      less(route.output(withStandIns(data, without), input, lookups)),
  }
}

function narrowRest<Input, Output>(
  route: RestRoute<Input, Output>,
  without: PrunedParts,
  less: ReduceResult<Output>,
): RestRoute<Input, Output> {
  return {
    ...route,
    endpoints: route.endpoints.filter(({ as }) => !isPruned(as, without)),
    output: (responses, input, pageInfo, headers) =>
      less(route.output(withStandIns(responses, without), input, pageInfo, headers)),
  }
}

function narrowCli<Input, Output>(
  route: CliRoute<Input, Output>,
  without: PrunedParts,
  less: ReduceResult<Output>,
): CliRoute<Input, Output> {
  const output: typeof route.output = (printed, input, earlier) =>
    less(route.output(withStandIns(printed, without), input, earlier))
  const pruned = <T extends { readonly jsonFields?: readonly string[] | undefined }>(of: T): T => ({
    ...of,
    ...(of.jsonFields && { jsonFields: of.jsonFields.filter((name) => !isPruned(name, without)) }),
  })
  const { then } = route
  // The output of the last command is the result.
  // biome-ignore lint/suspicious/noThenProperty: a command, which nobody calls
  return then ? { ...route, output, then: pruned(then) } : { ...pruned(route), output }
}

function reduceResult<Output>(
  result: Output | null,
  fields: ReadonlySet<string>,
  isList: boolean,
): Output | null
function reduceResult(result: unknown, fields: ReadonlySet<string>, isList: boolean): unknown {
  if (typeof result !== "object" || result === null) return result
  if (!isList) return pickMembers(result, fields)
  const { items }: { items?: unknown } = result
  const all: unknown[] = Array.isArray(items) ? items : []
  return { ...result, items: all.map((item) => pickMembers(Object(item), fields)) }
}

/** Keeps only these fields, in the order of the whole object. */
function pickMembers(value: object, names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)))
}

/** Some inputs, such as `include_body`, request a field. Asking for that field turns the input on by default. */
function includingSchema(schema: JsonSchema, fields: ReadonlySet<string>): JsonSchema {
  const { properties = {} } = schema
  const asked = [...fields].flatMap((name) => {
    const own = properties[`include_${name}`]
    return own ? [[`include_${name}`, { ...own, default: true }] as const] : []
  })
  if (asked.length === 0) return schema
  return { ...schema, properties: { ...properties, ...Object.fromEntries(asked) } }
}

/** The schema of a reduced result. */
function narrowSchema(schema: JsonSchema, fields: ReadonlySet<string>): JsonSchema {
  const { properties = {} } = schema
  const { items } = properties
  const inner = itemSchemaOf(schema)
  if (!items || !inner) return narrowObject(schema, fields)
  return {
    ...schema,
    properties: { ...properties, items: { ...items, items: narrowObject(inner, fields) } },
  }
}

/**
 * Drops the `title`, because the object no longer has that type. Without `type`, objects of several types may look
 * alike.
 */
function narrowObject(
  { title: _, oneOf, ...schema }: JsonSchema,
  fields: ReadonlySet<string>,
): JsonSchema {
  const members = oneOf?.map((one) => narrowObject(one, fields))
  const { properties, required } = schema
  return {
    ...schema,
    ...(members && (fields.has("type") ? { oneOf: members } : { anyOf: members })),
    ...(properties && { properties: pickMembers(properties, fields) }),
    ...(required && { required: required.filter((name) => fields.has(name)) }),
  }
}

function checkFields(
  { id, output }: Pick<LoadedDefinition<string, unknown, unknown>, "id" | "output">,
  given: unknown,
): ReadonlySet<string> | Failure {
  const known = fieldNamesOf(itemSchemaOf(output) ?? output)
  if (!Array.isArray(given) || given.length === 0) {
    const kind = Array.isArray(given) ? "none" : given === null ? "null" : typeof given
    return invalidFields(id, [
      { pointer: "/fields", message: `expected a list of at least one name, found ${kind}` },
    ])
  }
  const unknown = [...given.entries()].filter(([, name]) => !known.includes(name))
  if (unknown.length > 0) {
    const issues = unknown.slice(0, mostIssues).map(([index, name]) => ({
      pointer: `/fields/${index}`,
      message: unknownField(name, known),
    }))
    return invalidFields(id, issues)
  }
  return new Set(given)
}

function unknownField(name: unknown, known: readonly string[]): string {
  const list = `known: ${nearestOf(String(name).slice(0, 100), known)}`
  if (typeof name !== "string") return `is not the name of a field, ${list}`
  const near = suggestionsFor(name, known)
  const hint = near.length > 0 ? didYouMean(near) : list
  return `there is no field ${shorten(JSON.stringify(name))}, ${hint}`
}

function invalidFields(id: string, issues: ValidationIssue[]): Failure {
  const sentences = issues.map(({ pointer, message }) => `${pointer}: ${message}`)
  const message = `Invalid fields of ${id}: ${sentences.join("; ")}`
  return permanent("VALIDATION", "not_sent", message, { issues })
}
