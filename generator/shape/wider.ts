import { mismatches } from "./assignable.js"
import { describe } from "./describe.js"
import { alternatives, has, NULL, type Shape, unionOf } from "./shape.js"

/** Values of one shape that another excludes. */
export interface Excess {
  /** The path: property names, and `[]` for the items of a list. */
  readonly path: readonly string[]
  /** A part of the shape that never occurs: `null`. */
  readonly never?: string
  /** The values that occur, if the shape is the same but allows more: `"OPEN" | "CLOSED"`. */
  readonly only?: string
}

/**
 * How a shape is wider than another. Objects with a shape's name are skipped, because the shape itself is checked.
 */
export function widerThan(wide: Shape, known: Shape, path: readonly string[] = []): Excess[] {
  if (wide.kind === "any" || has(known, "any")) return []
  const kinds = alternatives(known).map(asNull)
  // The items of an empty list are unknown.
  if (kinds.length === 0) return []
  return alternatives(wide)
    .map(asNull)
    .flatMap((member) => {
      const same = kinds.filter(({ kind }) => kind === member.kind)
      return same.length === 0
        ? [{ path, never: describe(member) }]
        : excessInside(member, same, path)
    })
}

/** In an output, absent values become null. */
function asNull(shape: Shape): Shape {
  return shape.kind === "absent" ? NULL : shape
}

function excessInside(wide: Shape, known: readonly Shape[], path: readonly string[]): Excess[] {
  if (wide.kind === "array") {
    const items = known.flatMap((one) => (one.kind === "array" ? [one.items] : []))
    return widerThan(wide.items, unionOf(...items), [...path, "[]"])
  }
  if (wide.kind === "object") {
    if (wide.declared !== undefined) return []
    const objects = known.flatMap((one) => (one.kind === "object" ? [one] : []))
    return Object.entries(wide.fields).flatMap(([name, { shape }]) => {
      const fields = objects.map(({ fields, rest = NULL }) => fields[name]?.shape ?? rest)
      return widerThan(shape, unionOf(...fields), [...path, name])
    })
  }
  const all = unionOf(...known)
  const isWider = mismatches(wide, all).some(({ kind }) => kind === "type")
  return isWider ? [{ path, only: describe(all) }] : []
}
