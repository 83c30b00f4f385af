import type { JsonSchema } from "../../runtime/definition/index.js"
import { isMap } from "../shape/index.js"

/** Keywords of an input: a subset of JSON Schema, and two of our own. */
export type Keywords = Readonly<Record<string, unknown>>

/** The order of keywords in a contract: type first, descriptions last. */
const ORDER = [
  "title",
  "extends",
  "type",
  "anyOf",
  "oneOf",
  "enum",
  "const",
  "x-ghx-node",
  "x-ghx-content",
  "items",
  "required",
  "additionalProperties",
  "properties",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "pattern",
  "maxLength",
  "minimum",
  "maximum",
  "default",
  "deprecated",
  "description",
]

export function keywordsIn(value: unknown): Keywords {
  return isMap(value) ? { ...value } : {}
}

/** Merges keywords: `own` overrides `base`, also within items and properties. */
export function mergeKeywords(base: Keywords, own: Keywords): Keywords {
  const result: Record<string, unknown> = { ...base, ...own }
  for (const key of ["items", "properties"]) {
    if (base[key] === undefined || own[key] === undefined) continue
    const [one, other] = [keywordsIn(base[key]), keywordsIn(own[key])]
    result[key] = key === "items" ? mergeKeywords(one, other) : mergeMembers(one, other)
  }
  return result
}

function mergeMembers(base: Keywords, own: Keywords): Keywords {
  const names = [...new Set([...Object.keys(base), ...Object.keys(own)])]
  return Object.fromEntries(
    names.map((name) => [name, mergeKeywords(keywordsIn(base[name]), keywordsIn(own[name]))]),
  )
}

export function inContractOrder(keywords: Keywords): Keywords {
  const known = ORDER.filter((key) => keywords[key] !== undefined)
  const others = Object.keys(keywords).filter((key) => !ORDER.includes(key))
  return Object.fromEntries(
    [...known, ...others].map((key) => {
      const value = keywords[key]
      if (key === "items") return [key, inContractOrder(keywordsIn(value))]
      if (key !== "properties") return [key, value]
      const properties = Object.entries(keywordsIn(value))
      return [
        key,
        Object.fromEntries(
          properties.map(([name, one]) => [name, inContractOrder(keywordsIn(one))]),
        ),
      ]
    }),
  )
}

/** The same schema, also allowing null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf, oneOf } = schema
  const types = type === undefined ? [] : [type].flat()
  const choices = anyOf ?? oneOf
  if (types.includes("null") || choices?.some((one) => one.type === "null")) return schema
  return {
    ...schema,
    ...(type !== undefined && { type: [...types, "null"] }),
    ...(values && { enum: [...values, null] }),
    ...(anyOf && { anyOf: [...anyOf, { type: "null" }] }),
    ...(oneOf && { oneOf: [...oneOf, { type: "null" }] }),
  }
}
