import { alternatives, type Shape } from "./shape.js"

const MOST_NAMED = 8

/** A shape in words, for messages: `string or null`, `list of integers`. */
export function describe(shape: Shape): string {
  const members = alternatives(shape)
  const words = members.map(describeOne)
  const last = words.pop()
  return words.length === 0 ? (last ?? "nothing") : `${words.join(", ")} or ${last}`
}

function describeOne(shape: Shape): string {
  switch (shape.kind) {
    case "any":
      return "any value"
    case "boolean":
      return String(shape.value ?? "boolean")
    case "number":
      if (shape.values !== undefined) return describeValues(shape.values)
      return shape.integer ? "integer" : "number"
    case "string":
      if (shape.nodes !== undefined) return `id of ${shape.nodes.join(" or ")}`
      return shape.values === undefined ? "string" : describeValues(shape.values)
    case "array":
      return `list of ${describe(shape.items)}`
    case "object":
      return shape.name === undefined
        ? `object {${listed(Object.keys(shape.fields), ", ")}}`
        : `\`${shape.name}\``
    default:
      return shape.kind
  }
}

function describeValues(values: readonly (string | number)[]): string {
  return listed(
    values.map((value) => (typeof value === "string" ? `"${value}"` : String(value))),
    " | ",
  )
}

function listed(all: readonly string[], separator: string): string {
  const more = all.length - MOST_NAMED
  const shown = all.slice(0, MOST_NAMED)
  return [...shown, ...(more > 0 ? [`… ${more} more`] : [])].join(separator)
}
