import { compose, type PathNode } from "../jmespath/index.js"
import { present, type Shape } from "../shape/index.js"
import { snakeCase } from "../text/index.js"

/**
 * An expression that renames an input's snake_case properties to those of a variable, or the input itself if they
 * agree. With `pick`, only these properties are passed on.
 */
export function renameProperties(input: string, shape: Shape, pick?: readonly string[]): PathNode {
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

/** `{path: path, startLine: start_line}`; undefined if every property is passed on unchanged. */
function partsOf(
  fields: Extract<Shape, { kind: "object" }>["fields"],
  pick: readonly string[] | undefined,
): PathNode | undefined {
  const parts = Object.entries(fields).flatMap(([field, { shape }]) => {
    const name = snakeCase(field)
    if (pick !== undefined && !pick.includes(name)) return []
    return [[field, renameProperties(name, shape)] as const]
  })
  const isAsItIs = parts.every(([field, one]) => one.type === "Field" && one.name === field)
  return pick === undefined && isAsItIs ? undefined : compose.hash(parts)
}
