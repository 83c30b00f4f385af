/** Puts the values of a chain's steps where the steps stood. */
export interface Layout {
  /** How many values join those of the list that it stands in, instead of being one value of it. */
  readonly joins?: number
  fill(values: readonly unknown[]): unknown
}

export type LayoutPath = readonly (string | number)[]

/** The layout of a part with steps of its own; undefined if it is a list, an object or a plain value. */
type ReadPart = (part: unknown, path: LayoutPath) => Layout | undefined

/** More levels are a cycle. */
const deepest = 64

/** The layout of a list or an object of steps, lists and objects; other values stay where they are. */
export function layoutOf(part: unknown, read: ReadPart, path: LayoutPath = []): Layout {
  if (path.length > deepest) throw new TypeError(`A chain has at most ${deepest} levels`)
  const own = read(part, path)
  if (own) return own
  if (Array.isArray(part)) {
    let at = 0
    const items = part.map((one) => {
      const item = layoutOf(one, read, [...path, at])
      at += item.joins ?? 1
      return item
    })
    return {
      // `flatMap` would flatten the lists of a shape, too.
      fill: (values) =>
        items.flatMap(({ joins, fill }) => (joins === undefined ? [fill(values)] : fill(values))),
    }
  }
  if (!isPlainObject(part)) return { fill: () => part }
  const members = Object.entries(part).map(
    ([name, one]) => [name, layoutOf(one, read, [...path, name])] as const,
  )
  return {
    fill: (values) => Object.fromEntries(members.map(([name, { fill }]) => [name, fill(values)])),
  }
}

export function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
