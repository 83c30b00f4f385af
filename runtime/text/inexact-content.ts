import type { Described } from "./clean-prose.js"

/**
 * The paths of content that has not as many bytes as the `size` beside it says: GitHub had to decode bytes that are not
 * UTF-8, so the text cannot be written back.
 */
export function inexactContent(value: unknown, schema: Described, path = ""): string[] {
  if (Array.isArray(value)) {
    const { items } = schema
    return items ? value.flatMap((item) => inexactContent(item, items, `${path}[]`)) : []
  }
  if (typeof value !== "object" || value === null) return []
  const { size, is_truncated, encoding }: Readonly<Record<string, unknown>> = { ...value }
  const isSized = typeof size === "number" && is_truncated !== true && encoding !== "base64"
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const member: unknown = Reflect.get(value, name)
    const at = path === "" ? name : `${path}.${name}`
    if (typeof member !== "string") return inexactContent(member, own, at)
    const isExact = !isSized || !own["x-ghx-content"] || byteLength(member) === size
    return isExact ? [] : [at]
  })
}

const byteLength = (text: string) => new TextEncoder().encode(text).length
