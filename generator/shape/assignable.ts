import {
  alternatives,
  describe,
  has,
  NULL,
  type ObjectShape,
  type Shape,
  unionOf,
} from "./shape.js"

export interface TypeMismatch {
  /** The path in the compared value: property names, and `[]` for the items of a list. */
  path: readonly string[]
  kind: "null" | "enum" | "missing" | "unknown" | "type"
  message: string
  /** The expected values, if some values of an enum are not among them. */
  expected?: readonly string[]
  found?: readonly string[]
}

/** The reasons why a value of shape `from` may not be a value of shape `to`; none if it always is. */
export function mismatches(from: Shape, to: Shape, path: readonly string[] = []): TypeMismatch[] {
  if (to.kind === "any") return []
  return alternatives(from).flatMap((member) => mismatchesOfOne(member, to, path))
}

function mismatchesOfOne(from: Shape, to: Shape, path: readonly string[]): TypeMismatch[] {
  const candidates = alternatives(to).filter((member) => accepts(member, from))
  const [best] = candidates
  if (best === undefined) return [mismatch(from, to, path)]
  const tag = candidates.length > 1 ? tagOf(candidates) : undefined
  if (from.kind !== "object" || tag === undefined) return fewest(from, candidates, path)
  return mismatchesByTag(from, candidates, tag, path)
}

/** The mismatches with the most similar alternative. */
function fewest(
  from: Shape,
  candidates: readonly Shape[],
  path: readonly string[],
): TypeMismatch[] {
  const attempts = candidates.map((candidate) => mismatchesInside(from, candidate, path))
  return attempts.reduce((least, each) => (each.length < least.length ? each : least))
}

/** The property whose value tells alternatives apart: `type`. */
function tagOf(candidates: readonly Shape[]): string | undefined {
  const [first] = candidates
  return Object.keys(first?.kind === "object" ? first.fields : {}).find((name) =>
    candidates.every((one) => textsOf(one, name) !== undefined),
  )
}

/** The texts that a property can be, if these are listed. */
function textsOf(object: Shape, name: string): readonly string[] | undefined {
  const shape = object.kind === "object" ? object.fields[name]?.shape : undefined
  return shape?.kind === "string" ? shape.values : undefined
}

/** Compares an object, for each value of its tag, with the alternatives that have the value. */
function mismatchesByTag(
  from: ObjectShape,
  candidates: readonly Shape[],
  tag: string,
  path: readonly string[],
): TypeMismatch[] {
  const field = from.fields[tag]
  if (field === undefined) return fewest(from, candidates, path)
  const known = new Set(candidates.flatMap((one) => textsOf(one, tag) ?? []))
  const wrong = mismatches(field.shape, { kind: "string", values: [...known] }, [...path, tag])
  if (wrong.length > 0) return wrong
  const found = (textsOf(from, tag) ?? []).flatMap((text) => {
    const shape: Shape = { kind: "string", values: [text] }
    const tagged = { ...from, fields: { ...from.fields, [tag]: { ...field, shape } } }
    return fewest(
      tagged,
      candidates.filter((one) => textsOf(one, tag)?.includes(text)),
      path,
    )
  })
  return [...new Map(found.map((one) => [`${spell(one.path)} ${one.message}`, one])).values()]
}

/** Whether the two shapes have a kind in common, before looking inside. */
function accepts(to: Shape, from: Shape): boolean {
  if (from.kind === "number" && to.kind === "number") {
    const areAmong =
      to.values === undefined || from.values?.every((one) => to.values?.includes(one))
    return areAmong === true && (from.integer || !to.integer)
  }
  if (from.kind === "boolean" && to.kind === "boolean") {
    return to.value === undefined || from.value === to.value
  }
  return from.kind === to.kind
}

function mismatch(from: Shape, to: Shape, path: readonly string[]): TypeMismatch {
  const nullish = from.kind === "null" || from.kind === "absent"
  return {
    path,
    kind: nullish ? "null" : "type",
    message: nullish
      ? `expected ${describe(to)}, but the value may be ${from.kind}`
      : `expected ${describe(to)}, found ${describe(from)}`,
  }
}

function mismatchesInside(from: Shape, to: Shape, path: readonly string[]): TypeMismatch[] {
  if (from.kind === "string" && to.kind === "string") {
    return areUnrelatedIds(from.nodes, to.nodes)
      ? [mismatch(from, to, path)]
      : enumMismatches(from.values, to.values, path)
  }
  if (from.kind === "array" && to.kind === "array") {
    return mismatches(from.items, to.items, [...path, "[]"])
  }
  if (from.kind === "object" && to.kind === "object") return objectMismatches(from, to, path)
  return []
}

/**
 * Whether ids can only belong to other node types. An id that may have one of several types is accepted, because
 * GitHub answers with an interface even if the request determines the type.
 */
function areUnrelatedIds(from?: readonly string[], to?: readonly string[]): boolean {
  return from !== undefined && to !== undefined && !from.some((one) => to.includes(one))
}

function enumMismatches(
  from: readonly string[] | undefined,
  to: readonly string[] | undefined,
  path: readonly string[],
): TypeMismatch[] {
  if (to === undefined) return []
  if (from === undefined) {
    const expected = describe({ kind: "string", values: to })
    return [{ path, kind: "type", message: `expected ${expected}, found any string` }]
  }
  const extra = from.filter((value) => !to.includes(value))
  if (extra.length === 0) return []
  const names = extra.map((value) => `"${value}"`).join(", ")
  return [
    {
      path,
      kind: "enum",
      expected: to,
      found: from,
      message: `values that are not allowed can occur: ${names}`,
    },
  ]
}

function objectMismatches(
  from: ObjectShape,
  to: ObjectShape,
  path: readonly string[],
): TypeMismatch[] {
  const mismatchesOfFields = Object.entries(to.fields).flatMap(([name, field]) => {
    const source = from.fields[name]
    if (source !== undefined) return mismatches(source.shape, field.shape, [...path, name])
    const optional = alternatives(field.shape).some((member) => member.kind === "absent")
    if (optional) return []
    const message = `property \`${name}\` (${describe(field.shape)}) is missing`
    return [{ path: [...path, name], kind: "missing" as const, message }]
  })
  const unknown = Object.keys(from.fields)
    .filter((name) => !Object.hasOwn(to.fields, name))
    .flatMap((name): TypeMismatch[] => {
      const shape = from.fields[name]?.shape
      if (to.rest !== undefined && shape !== undefined)
        return mismatches(shape, to.rest, [...path, name])
      const owner = to.name === undefined ? "" : ` of \`${to.name}\``
      return [
        { path: [...path, name], kind: "unknown", message: `no property \`${name}\`${owner}` },
      ]
    })
  return [...mismatchesOfFields, ...unknown, ...restMismatches(from, to, path)]
}

/** Mismatches of additional properties, which neither side names. */
function restMismatches(
  from: ObjectShape,
  to: ObjectShape,
  path: readonly string[],
): TypeMismatch[] {
  if (from.rest === undefined) return []
  if (to.rest !== undefined) return mismatches(from.rest, to.rest, [...path, "*"])
  const message = "other properties can occur, but are not allowed"
  return [{ path: [...path, "*"], kind: "unknown", message }]
}

/** The path of a mismatch as a person writes it: `labels[].name`. */
export function spell(path: readonly string[]): string {
  return path.join(".").replace(/\.\[\]/g, "[]")
}

/** Values of one shape that another excludes. */
interface Excess {
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
