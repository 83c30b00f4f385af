import type { Described } from "./clean-prose.js"

/** Content that is not what GitHub stores. */
export interface ContentDefect {
  readonly path: string
  readonly pointer: string
  /** The object with the content, if GitHub returned only a part of it. */
  readonly cut?: Readonly<Record<string, unknown>>
}

/**
 * Content that GitHub cut, or that has not as many bytes as the `size` beside it says: GitHub had to decode bytes that are
 * not UTF-8, so the text cannot be written back.
 */
export function contentDefects(
  value: unknown,
  schema: Described,
  path = "",
  pointer = "",
): ContentDefect[] {
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items) return []
    return value.flatMap((item, at) => contentDefects(item, items, `${path}[]`, `${pointer}/${at}`))
  }
  if (typeof value !== "object" || value === null) return []
  const whole: Readonly<Record<string, unknown>> = { ...value }
  const { size, is_truncated: isCut, encoding } = whole
  const isSized = typeof size === "number" && encoding !== "base64"
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const member = whole[name]
    const place = { path: path === "" ? name : `${path}.${name}`, pointer: `${pointer}/${name}` }
    const within = contentDefects(member, own, place.path, place.pointer)
    const isText = typeof member === "string"
    const isContent = isText ? own["x-ghx-content"] : Array.isArray(member)
    if (isCut === true && isContent) return [{ ...place, cut: whole }, ...within]
    if (!isText || !isContent || !isSized || new TextEncoder().encode(member).length === size)
      return within
    return [place]
  })
}
