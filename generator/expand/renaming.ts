import { present, type Shape } from "../shape/index.js"
import { snakeCase } from "../text/index.js"

/**
 * The expression that makes of an input with properties in snake_case what a variable takes, or the
 * input itself where they are spelt alike. With `pick`, only these properties are handed on.
 */
export function renamed(expression: string, shape: Shape, pick?: readonly string[]): string {
  const given = present(shape)
  if (given.kind === "array") {
    const items = present(given.items)
    const parts = items.kind === "object" ? partsOf(items.fields, pick) : undefined
    return parts === undefined ? expression : `${expression}[].${parts}`
  }
  const parts = given.kind === "object" ? partsOf(given.fields, pick) : undefined
  return parts === undefined ? expression : `${expression}.${parts}`
}

/** `{path: path, startLine: start_line}`; undefined where every property is handed on as it is. */
function partsOf(
  fields: Extract<Shape, { kind: "object" }>["fields"],
  pick: readonly string[] | undefined,
): string | undefined {
  const parts = Object.entries(fields).flatMap(([field, { shape }]) => {
    const name = snakeCase(field)
    if (pick !== undefined && !pick.includes(name)) return []
    return [{ field, value: renamed(name, shape) }]
  })
  if (pick === undefined && parts.every(({ field, value }) => field === value)) return undefined
  return `{${parts.map(({ field, value }) => `${field}: ${value}`).join(", ")}}`
}
