import type { JsonSchema } from "../definition/index.js"

/**
 * Where a value lacks a member that its schema requires, or has one of another kind; undefined where
 * it does not. What every result is held to, since it costs microseconds: GitHub may add values to
 * its enumerations and members to its objects, but a caller may rely on a `number` being one.
 */
export function kindProblem(schema: JsonSchema, value: unknown, pointer = ""): string | undefined {
  if (schema.anyOf) {
    const problems = schema.anyOf.map((each) => kindProblem(each, value, pointer))
    return problems.includes(undefined) ? undefined : problems[0]
  }
  const { type } = schema
  if (type !== undefined && !isOfType(type, value)) {
    return `${pointer || "result"}: expected ${[type].flat().join(" or ")}, found ${kindOf(value)}`
  }
  if (Array.isArray(value)) return schema.items && problemInItems(schema.items, value, pointer)
  if (typeof value === "object" && value !== null) return problemInMembers(schema, value, pointer)
  return undefined
}

function problemInItems(
  items: JsonSchema,
  list: readonly unknown[],
  pointer: string,
): string | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const problem = kindProblem(items, list[index], `${pointer}/${index}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemInMembers(
  { properties = {}, required, additionalProperties }: JsonSchema,
  value: object,
  pointer: string,
): string | undefined {
  const missing = required?.find((name) => memberOf(value, name) === undefined)
  if (missing !== undefined) return `${pointer}/${missing}: is missing`
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined
  for (const name of Object.keys(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others
    const member = schema && memberOf(value, name)
    if (!schema || member === undefined) continue
    const problem = kindProblem(schema, member, `${pointer}/${name}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A member that stands there itself; one that is undefined is absent, as in JSON. */
function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

function isOfType(type: NonNullable<JsonSchema["type"]>, value: unknown): boolean {
  const kind = kindOf(value)
  const fits = (one: unknown) =>
    one === kind || (one === "integer" && kind === "number" && Number.isInteger(value))
  return typeof type === "string" ? fits(type) : type.some(fits)
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value
}
