import { compose, type PathNode } from "../jmespath/index.js"
import { present, type Shape } from "../shape/index.js"
import { snakeCase } from "../text/index.js"

/**
 * The expression that makes of an input with properties in snake_case what a variable takes, or the
 * input itself where they are spelt alike. With `pick`, only these properties are handed on.
 */
export function renamed(input: string, shape: Shape, pick?: readonly string[]): PathNode {
  const given = present(shape)
  const own = compose.field(input)
  if (given.kind === "array") {
    const items = present(given.items)
    const parts = items.kind === "object" ? partsOf(items.fields, pick) : undefined
    return parts === undefined ? own : compose.dotted(compose.flattened(own), parts)
  }
  const parts = given.kind === "object" ? partsOf(given.fields, pick) : undefined
  return parts === undefined ? own : compose.dotted(own, parts)
}

/** `{path: path, startLine: start_line}`; undefined where every property is handed on as it is. */
function partsOf(
  fields: Extract<Shape, { kind: "object" }>["fields"],
  pick: readonly string[] | undefined,
): PathNode | undefined {
  const parts = Object.entries(fields).flatMap(([field, { shape }]) => {
    const name = snakeCase(field)
    if (pick !== undefined && !pick.includes(name)) return []
    return [[field, renamed(name, shape)] as const]
  })
  const isAsItIs = parts.every(([field, one]) => one.type === "Field" && one.name === field)
  return pick === undefined && isAsItIs ? undefined : compose.hash(parts)
}
