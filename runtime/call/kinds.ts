import type { JsonSchema, JsonType } from "../definition/index.js"

/**
 * Where a value lacks a member that its schema requires, or has one of another kind; undefined where
 * it does not. What every result is held to, since it costs microseconds: GitHub may add values to
 * its enumerations and members to its objects, but a caller may rely on a `number` being one.
 */
export function kindProblem(schema: JsonSchema, value: unknown): string | undefined {
  const problem = problemIn(schema, value)
  return problem?.startsWith(":") ? `result${problem}` : problem
}

/** `/labels/0: expected string, found null`; pointers are made where there is a problem alone. */
function problemIn(schema: JsonSchema, value: unknown): string | undefined {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const problems = choices.map((each) => problemIn(each, value))
    return problems.includes(undefined) ? undefined : problems[0]
  }
  const { type } = schema
  if (type !== undefined && !isOfType(type, value)) {
    return `: expected ${[type].flat().join(" or ")}, found ${kindOf(value)}`
  }
  if (Array.isArray(value)) return schema.items && problemInItems(schema.items, value)
  if (typeof value === "object" && value !== null) return problemInMembers(schema, value)
  return undefined
}

function problemInItems(items: JsonSchema, list: readonly unknown[]): string | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const problem = problemIn(items, list[index])
    if (problem !== undefined) return `/${index}${problem}`
  }
  return undefined
}

function problemInMembers(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: object,
): string | undefined {
  for (const name of required) {
    if (memberOf(value, name) === undefined) return `/${name}: is missing`
  }
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined
  for (const name of Object.keys(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others
    const member: unknown = schema && Reflect.get(value, name)
    if (!schema || member === undefined) continue
    const problem = problemIn(schema, member)
    if (problem !== undefined) return `/${name}${problem}`
  }
  return undefined
}

/** A member that stands there itself; one that is undefined is absent, as in JSON. */
function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

function isOfType(type: NonNullable<JsonSchema["type"]>, value: unknown): boolean {
  const kind = kindOf(value)
  const is = (one: JsonType) =>
    one === kind || (one === "integer" && kind === "number" && Number.isInteger(value))
  return typeof type === "string" ? is(type) : type.some(is)
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value
}
