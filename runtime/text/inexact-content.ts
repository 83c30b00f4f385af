import type { Described } from "./clean-prose.js"

/**
 * The paths of content that has not as many bytes as the `size` beside it says: GitHub had to decode bytes that are not
 * UTF-8, so the text cannot be written back.
 */
export function inexactContent(data: unknown, schema: Described): string[] {
  return hasSizes(schema) ? inexactIn(data, schema, "") : []
}

function inexactIn(value: unknown, schema: Described, path: string): string[] {
  if (Array.isArray(value)) {
    const { items } = schema
    return items ? value.flatMap((item) => inexactIn(item, items, `${path}[]`)) : []
  }
  if (typeof value !== "object" || value === null) return []
  const { size, is_truncated, encoding }: Readonly<Record<string, unknown>> = { ...value }
  const isSized = typeof size === "number" && is_truncated !== true && encoding !== "base64"
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const member: unknown = Reflect.get(value, name)
    const at = path === "" ? name : `${path}.${name}`
    if (typeof member !== "string") return inexactIn(member, own, at)
    const isExact = !isSized || !own["x-ghx-content"] || byteLength(member) === size
    return isExact ? [] : [at]
  })
}

const byteLength = (text: string) => new TextEncoder().encode(text).length

const known = new WeakMap<Described, boolean>()

/** Whether a schema has content with a size. Most have none, so their results are not searched. */
function hasSizes(schema: Described): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const { properties = {}, items } = schema
  const all = Object.values(properties)
  const has =
    (properties.size !== undefined && all.some((one) => one["x-ghx-content"])) ||
    all.some(hasSizes) ||
    (items !== undefined && hasSizes(items))
  known.set(schema, has)
  return has
}
