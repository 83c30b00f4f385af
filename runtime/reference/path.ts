/** A name, an index of a list, or every item of a list. */
export type PathPart = string | number | typeof every

/** Represents every item of a list in a path. */
export const every: unique symbol = Symbol("every item")

/** A path as text, such as `items[0].id`. */
export function pathText(path: readonly PathPart[]): string {
  return path
    .map((part) => (typeof part === "string" ? `.${part}` : `[${part === every ? "*" : part}]`))
    .join("")
    .replace(/^\./, "")
}

/** Parses a path such as `items[0].id`; undefined if the text is not a path. */
export function parsePath(text: string): PathPart[] | undefined {
  if (text === "") return []
  if (!/^(?:[\w-]+|\[(?:-?\d{1,9}|\*)\])(?:\.[\w-]+|\[(?:-?\d{1,9}|\*)\])*$/.test(text))
    return undefined
  return (text.match(/[\w-]+|\[[\d*-]+\]/g) ?? []).map((part) => {
    if (part === "[*]") return every
    return part.startsWith("[") ? Number(part.slice(1, -1)) : part
  })
}
