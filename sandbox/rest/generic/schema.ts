import type { DescribedValue } from "../../synthesize/index.js"
import { resolved } from "./description.js"

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The described members of an object, also those of its parts. */
export function membersOf(schema: DescribedValue): Readonly<Record<string, DescribedValue>> {
  const { properties = {}, allOf = [] } = resolved(schema)
  return Object.assign({}, ...allOf.map(membersOf), properties)
}

export const choicesOf = ({ oneOf, anyOf }: DescribedValue): readonly DescribedValue[] =>
  oneOf ?? anyOf ?? []

export const typesOf = ({ type }: DescribedValue): readonly string[] => [type ?? []].flat()

export const isNullable = (schema: DescribedValue): boolean =>
  schema.nullable === true || typesOf(schema).includes("null") || !!schema.enum?.includes(null)

/** What is wrong with a value: the path of the member, and GitHub's code. */
export interface Problem {
  readonly field: string
  readonly code: "missing_field" | "invalid" | "unknown"
}

/** The problems of a value with its description. */
export function problemsIn(given: DescribedValue, value: unknown, field = ""): Problem[] {
  const schema = resolved(given)
  const invalid: Problem[] = [{ field, code: "invalid" }]
  if (value === null) return isNullable(schema) ? [] : invalid
  const { enum: values, allOf = [], items } = schema
  if (values && !values.includes(value)) return invalid
  const choices = choicesOf(schema).filter((one) => Object.keys(one).length > 0)
  const fitting = choices.filter((one) => problemsIn(one, value).length === 0)
  if (choices.length > 0 && fitting.length === 0) return invalid
  if (!hasType(schema, value)) return invalid
  if (Array.isArray(value)) {
    return items ? value.flatMap((one) => problemsIn(items, one, `${field}[]`)) : []
  }
  if (!isObject(value) || (allOf.length === 0 && !schema.properties)) return []
  return problemsOfMembers(schema, value, field, fitting)
}

function problemsOfMembers(
  schema: DescribedValue,
  value: Json,
  field: string,
  fitting: readonly DescribedValue[],
): Problem[] {
  const { required = [], additionalProperties } = schema
  const members = { ...Object.assign({}, ...fitting.map(membersOf)), ...membersOf(schema) }
  const at = (name: string) => (field === "" ? name : `${field}.${name}`)
  const absent = required.filter((name) => value[name] === undefined)
  return [
    ...absent.map((name): Problem => ({ field: at(name), code: "missing_field" })),
    ...Object.entries(value).flatMap(([name, member]): Problem[] => {
      const inner = Object.hasOwn(members, name) ? members[name] : undefined
      if (inner) return problemsIn(inner, member, at(name))
      return additionalProperties ? [] : [{ field: at(name), code: "unknown" }]
    }),
  ]
}

function hasType(schema: DescribedValue, value: unknown): boolean {
  const types = typesOf(schema)
  if (types.length === 0) return !schema.properties || isObject(value)
  return types.some((type) => {
    if (type === "integer") return Number.isInteger(value)
    if (type === "array") return Array.isArray(value)
    if (type === "object") return isObject(value)
    return type !== "null" && typeof value === type
  })
}
