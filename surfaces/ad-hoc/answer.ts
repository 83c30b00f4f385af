/** The documented answer of an operation, created lazily, since GitHub's schemas are recursive. */

import type { RestOperation } from "../../generator/parse/index.js"
import type { JsonSchema, JsonType } from "../../runtime/index.js"
import { type Openapi, openapi, resolved } from "./description.js"

/** The schema of an answer, for references of later steps to its members. */
export function outputOf(response: unknown): JsonSchema {
  const given = openapi(response)
  return given ? lazySchema(given) : {}
}

function lazySchema(given: Openapi): JsonSchema {
  let known: JsonSchema | undefined
  const made = () => {
    known ??= schemaOf(resolved(given))
    return known
  }
  const schema = {}
  for (const keyword of "type enum required properties additionalProperties items anyOf".split(
    " ",
  )) {
    const get = () => Reflect.get(made(), keyword)
    Object.defineProperty(schema, keyword, { enumerable: true, get })
  }
  return schema
}

function schemaOf(given: Openapi): JsonSchema {
  const { type, properties, required, items, oneOf, anyOf, enum: values } = given
  const choices = oneOf ?? anyOf
  if (choices && !properties) return { anyOf: choices.map(lazySchema) }
  const types = [type ?? (properties ? "object" : [])].flat() as JsonType[]
  return {
    ...(types.length > 0 && { type: types }),
    ...(values && { enum: values }),
    ...(required && { required }),
    ...(items && { items: lazySchema(items) }),
    // Answers may have members that are not described.
    additionalProperties: true,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, lazySchema(one)]),
      ),
    }),
  }
}

/**
 * Why an answer is not the described one: it has another outermost type, or lacks most of its required members. A
 * few missing members prove nothing: servers are older than the description, and the description is sometimes wrong.
 */
export function answerProblem(
  { response, statuses = [], mayBeEmpty }: RestOperation,
  answer: unknown,
): string | undefined {
  const described = openapi(response)
  // The description covers the first status only.
  const bodies = statuses.filter((status) => status !== 204 && status !== 205)
  if (!described || bodies.length > 1) return undefined
  if (answer === null || answer === undefined)
    return mayBeEmpty || isNullable(described) ? undefined : "it is empty"
  return problemOf(resolved(described), answer)
}

function isNullable(given: Openapi): boolean {
  const { nullable, type, oneOf, anyOf } = resolved(given)
  return (
    nullable === true ||
    [type ?? []].flat().includes("null") ||
    (oneOf ?? anyOf ?? []).some(isNullable)
  )
}

function problemOf(schema: Openapi, answer: unknown): string | undefined {
  const { type, properties, required = [], oneOf, anyOf } = schema
  const choices = oneOf ?? anyOf
  if (choices && !properties) {
    const problems = choices.map((one) => problemOf(resolved(one), answer))
    return problems.includes(undefined) ? undefined : problems[0]
  }
  const types = [type ?? (properties ? "object" : [])].flat()
  const actual = typeOf(answer)
  if (types.length > 0 && !types.some((one) => isOf(actual, one)))
    return `it is ${article(actual)}, not ${article(types.join(" or "))}`
  if (actual !== "object" || !types.includes("object")) return undefined
  const missing = required.filter((name) => !Object.hasOwn(Object(answer), name))
  if (missing.length * 2 <= required.length) return undefined
  const more = missing.length > 3 ? ` and ${missing.length - 3} more members` : ""
  return `it has no ${missing.slice(0, 3).join(", ")}${more}`
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value
}

const isOf = (actual: string, described: string) =>
  actual === described || (actual === "number" && described === "integer")

const article = (word: string) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`)

/** Whether the described answer is a list. GitHub may answer an empty one with a 204. */
export function isListed({ response }: RestOperation): boolean {
  const described = openapi(response)
  return described !== undefined && resolved(described).type === "array"
}
