import type { RouteType } from "../../runtime/index.js"
import { memoize } from "../text/index.js"

/**
 * The possible values of JSON: one model for contracts, origins, variables and path expressions.
 *
 * `null` and `absent` are distinct, as for GitHub: an absent variable leaves a field alone, a null one
 * clears it. Shapes are plain data and can be cached.
 */
export type Shape =
  | { readonly kind: "any" }
  | { readonly kind: "absent" }
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value?: boolean }
  | { readonly kind: "number"; readonly integer: boolean; readonly values?: readonly number[] }
  | StringShape
  | { readonly kind: "bytes" }
  | ListShape
  | ObjectShape
  | { readonly kind: "union"; readonly members: readonly Shape[] }

export interface StringShape {
  readonly kind: "string"
  readonly values?: readonly string[]
  /** The object types of GitHub's schema whose node id it may be. */
  readonly nodes?: readonly string[]
  /** The text of a file, a diff or a log, in which every character counts. */
  readonly isContent?: true
  /** Any type name except those of the sibling members. */
  readonly isOther?: true
  /** The declaration of its type, if the module names it. */
  readonly declared?: Declared
}

interface ListShape {
  readonly kind: "array"
  readonly items: Shape
  /** The shapes of a tuple's items: `[name, value]`. */
  readonly each?: readonly Shape[]
  /** Whether TypeScript also sees a tuple: it types `[a, b]` as a list of either. */
  readonly isTuple?: true
}

export interface ObjectShape {
  readonly kind: "object"
  readonly fields: Readonly<Record<string, Field>>
  /** Shape of further properties, where they are allowed. */
  readonly rest?: Shape
  /** The type's name in GitHub's schema, or the contract's, for messages and for printing. */
  readonly name?: string
  /** The GraphQL types of the object, if other types are possible at its place. */
  readonly types?: readonly string[]
  /**
   * The declaration of its type: a shape of the project, a shared fragment, or the argument of a shape's
   * mapping.
   */
  readonly declared?: Declared
  /** The value may have one of several object types, which TypeScript may have reduced to one. */
  readonly isJoined?: boolean
}

export interface Declared {
  readonly as: "shape" | "fragment" | "page" | "local" | RouteType
  /** `issue_summary`; for local declarations, the type: `Answers["issue"]`. */
  readonly name: string
  /** The declaration's fields, if the object has others. */
  readonly fields?: readonly string[]
}

export interface Field {
  readonly shape: Shape
  readonly description?: string
  readonly default?: unknown
  readonly deprecated?: string
  /** Where the field is selected or declared: how fields that nothing reads are found. */
  readonly origins?: readonly string[]
}

export const ANY: Shape = { kind: "any" }
export const ABSENT: Shape = { kind: "absent" }
export const NULL: Shape = { kind: "null" }
export const BOOLEAN: Shape = { kind: "boolean" }
export const TRUE: Shape = { kind: "boolean", value: true }
export const FALSE: Shape = { kind: "boolean", value: false }
export const INTEGER: Shape = { kind: "number", integer: true }
export const NUMBER: Shape = { kind: "number", integer: false }
export const STRING: Shape = { kind: "string" }
export const CONTENT: Shape = { kind: "string", isContent: true }
export const BYTES: Shape = { kind: "bytes" }

/** The shapes of JSON Schema's primitive types. */
export const SCALARS: Readonly<Record<string, Shape>> = {
  string: STRING,
  integer: INTEGER,
  number: NUMBER,
  boolean: BOOLEAN,
  null: NULL,
}

export function arrayOf(items: Shape): Shape {
  return { kind: "array", items }
}

export function objectOf(fields: Record<string, Shape>): ObjectShape {
  return {
    kind: "object",
    fields: Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, { shape }])),
  }
}

/** The alternatives of a shape; a shape that is no union is its own only alternative. */
export function alternatives(shape: Shape): readonly Shape[] {
  return shape.kind === "union" ? shape.members : [shape]
}

/** The shape without values, such as the items of an empty list. */
export const NOTHING: Shape = { kind: "union", members: [] }

/** The union of shapes, with equal alternatives merged. */
export function unionOf(...shapes: readonly Shape[]): Shape {
  const [only] = shapes
  if (shapes.length === 1 && only !== undefined) return only
  const members: Shape[] = []
  for (const shape of shapes.flatMap(alternatives)) {
    if (shape.kind === "any") return ANY
    const at = members.findIndex((member) => canMerge(member, shape))
    const same = members[at]
    if (same === undefined) members.push(shape)
    else members[at] = merge(same, shape)
  }
  const [first] = members
  return members.length === 1 && first !== undefined ? first : { kind: "union", members }
}

function canMerge(a: Shape, b: Shape): boolean {
  if (a.kind !== b.kind) return false
  // A type name only discriminates while it is distinct from all others.
  if (a.kind === "string" && b.kind === "string")
    return a.isOther === b.isOther || !(a.values ?? b.values)
  if (a === b || a.kind !== "object" || b.kind !== "object") return true
  return !isUnbounded(a) && !isUnbounded(b) && signature(a) === signature(b)
}

/** Whether a shape refers to itself. Its fields are created on demand, so comparing them would never end. */
export function isUnbounded({ fields }: ObjectShape): boolean {
  return Object.keys(fields).some(
    (name) => Object.getOwnPropertyDescriptor(fields, name)?.get !== undefined,
  )
}

function merge(a: Shape, b: Shape): Shape {
  if (a === b) return a
  if (a.kind === "number" && b.kind === "number") {
    const integer = a.integer && b.integer
    if (a.values === undefined || b.values === undefined) return integer ? INTEGER : NUMBER
    return { kind: "number", integer, values: [...new Set([...a.values, ...b.values])] }
  }
  if (a.kind === "boolean" && b.kind === "boolean") return a.value === b.value ? a : BOOLEAN
  if (a.kind === "string" && b.kind === "string") {
    if (a.values === undefined || b.values === undefined) {
      if (a.isOther && b.isOther) return a
      // A fixed text is what a card has in place of missing content.
      if ((a.isContent ?? a.values) && (b.isContent ?? b.values)) return CONTENT
      return a.nodes && b.nodes ? { kind: "string", nodes: joined(a.nodes, b.nodes) } : STRING
    }
    return { kind: "string", values: [...new Set([...a.values, ...b.values])] }
  }
  if (a.kind === "array" && b.kind === "array") return arrayOf(unionOf(a.items, b.items))
  if (a.kind === "object" && b.kind === "object") return mergeObjects(a, b)
  return a
}

function joined(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].sort()
}

function mergeObjects(a: ObjectShape, b: ObjectShape): ObjectShape {
  const fields = Object.fromEntries(
    Object.entries(a.fields).map(([name, field]) => {
      const other = b.fields[name]
      const origins = [...(field.origins ?? []), ...(other?.origins ?? [])]
      return [
        name,
        {
          ...field,
          shape: unionOf(field.shape, ...(other === undefined ? [] : [other.shape])),
          ...(origins.length > 0 ? { origins: [...new Set(origins)] } : {}),
        },
      ]
    }),
  )
  const { types: _, ...others } = a
  return { ...others, fields, ...(a.types && b.types && { types: joined(a.types, b.types) }) }
}

/** A string that is equal for two shapes if, and only if, they have the same values. */
export const signature = memoize((shape: Shape): string => {
  switch (shape.kind) {
    case "boolean":
      return String(shape.value ?? "boolean")
    case "number":
      return shape.integer ? "integer" : "number"
    case "string":
      return shape.values === undefined ? "string" : `enum(${[...shape.values].sort().join()})`
    case "array":
      return `[${signature(shape.items)}]`
    case "object": {
      const fields = Object.keys(shape.fields)
        .sort()
        .map((name) => `${JSON.stringify(name)}:${signature(shape.fields[name]?.shape ?? ANY)}`)
      return `{${fields.join()}${shape.rest === undefined ? "" : `,...${signature(shape.rest)}`}}`
    }
    case "union":
      return shape.members.map(signature).sort().join("|")
    default:
      return shape.kind
  }
})

export function has(shape: Shape, kind: Shape["kind"]): boolean {
  return alternatives(shape).some((member) => member.kind === kind)
}

export function isNullish(shape: Shape): boolean {
  return has(shape, "null") || has(shape, "absent")
}

export function without(shape: Shape, ...kinds: readonly Shape["kind"][]): Shape {
  const members = alternatives(shape)
  const left = members.filter((member) => !kinds.includes(member.kind))
  if (left.length === members.length) return shape
  const [only] = left
  // A former union cannot be merged further.
  return left.length === 1 && only !== undefined ? only : { kind: "union", members: left }
}

/** The shape when it is neither null nor absent. */
export function present(shape: Shape): Shape {
  return without(shape, "null", "absent")
}

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
