import { type JSONValue, search } from "@jmespath-community/jmespath"
import { singular } from "../../planner/table/index.js"
import type { ShapeNode } from "../jmespath/index.js"
import {
  alternatives,
  arrayOf,
  FALSE,
  type Field,
  has,
  isNullish,
  NULL,
  present,
  type Shape,
  TRUE,
  unionOf,
} from "../shape/index.js"
import { coalesce, helper, literalOf, NULL_VALUE, type ObjectStart } from "./build.js"
import { type Expression, keyOf } from "./expression.js"
import { variableName } from "./names.js"

/** A compiled expression: its TypeScript and its shape. */
export interface Value {
  readonly expression: Expression
  readonly shape: Shape
  /** The shape inside an optional chain, without the chain's own `undefined`: `a?.b.c` needs only one `?.`. */
  readonly chained?: Shape
  /** Facts that follow if the value is present. */
  readonly implies?: readonly Fact[]
  /** Facts that its truth proves, for `&&`, `||`, `!` and comparisons. */
  readonly proves?: Pick<Test, "whenTrue" | "whenFalse">
  /** Facts that hold if the value is null or absent, but only together with several others. */
  readonly missing?: readonly Fact[]
  /** TypeScript would narrow too much by its truthiness. */
  readonly isOpaque?: boolean
  /** The object that it is a field of. */
  readonly owner?: { readonly value: Value; readonly name: string }
  /** The shape of the value before narrowing. */
  readonly declared?: Shape
  /** A plural noun from which the variable of a callback is named. */
  readonly hint?: string
  /** The value written in the expression itself. */
  readonly literal?: JSONValue
  /** A list or an object built with contents, and so truthy. */
  readonly isBuilt?: boolean
}

/** A conclusion from a condition: the shape of a reference from here on. */
export interface Fact {
  /** The key of the reference, which is the same for `issue?.author` and `issue.author`. */
  readonly key: string
  readonly shape: Shape
  /** Called when code only compiles because of the fact. */
  readonly onUse?: (() => void) | undefined
}

/** A JavaScript condition, and the facts about references that it proves. */
export interface Test {
  readonly expression: Expression
  /** The result, if the shapes alone decide it. */
  readonly constant?: boolean
  readonly whenTrue: readonly Fact[]
  readonly whenFalse: readonly Fact[]
}

/**
 * The purpose of an evaluation. A request keeps absent inputs absent, because GitHub ignores absent values and clears
 * null ones. An output has null for both.
 */
type Purpose = "request" | "output"

export interface Scope {
  readonly purpose: Purpose
  /** The scope of a REST request's body, in which strings can be sealed. */
  readonly seals?: true
  readonly current: Value
  readonly variables: ReadonlyMap<string, Value>
  readonly facts: readonly Fact[]
  /** Names in use, which callbacks must not shadow. */
  readonly names: ReadonlySet<string>
  /** Called with every field of a selection or an input that is read. */
  readonly onRead: (field: Field) => void
  /** The result of a shape's mapping for the current value, if the object comes from the shape. */
  readonly mappedByShape?: (node: ShapeNode, current: Value) => ObjectStart | undefined
}

export function callbackScope<S extends Pick<Scope, "facts" | "names" | "variables">>(
  hint: string | undefined,
  scope: S,
): { name: string; inner: S } {
  const own = singular(hint ?? "items")
  // The result of a search has no name of its own, and `search2` would be unclear.
  const isTaken = variableName(own, scope.names) !== variableName(own, new Set())
  const name = variableName(isTaken ? "item" : own, scope.names)
  // TypeScript forgets narrowed properties of outer references inside a callback.
  const isVariable = (key: string | undefined) => key !== undefined && !/[.[]/.test(key)
  const facts = scope.facts.filter(({ key }) => isVariable(key))
  const variables = new Map(
    [...scope.variables].map(([key, value]) => [
      key,
      value.declared === undefined || isVariable(keyOf(value.expression))
        ? value
        : { ...value, shape: value.declared },
    ]),
  )
  return { name, inner: { ...scope, facts, variables, names: new Set([...scope.names, name]) } }
}

/**
 * Whether JavaScript's truthiness agrees with JMESPath's: the shape has no numbers, and no collections that may be
 * empty.
 */
export function hasPlainTruth(shape: Shape): boolean {
  return isOnly(["null", "absent", "boolean", "string", "bytes"], shape)
}

export function isFalseOnlyWhenNullish(shape: Shape): boolean {
  return isOnly(["null", "absent", "number", "bytes"], shape)
}

/** Whether a shape has only alternatives of these kinds, and objects that cannot be empty. */
function isOnly(kinds: readonly Shape["kind"][], shape: Shape): boolean {
  return alternatives(shape).every((one) => kinds.includes(one.kind) || hasContent(one))
}

function hasContent(shape: Shape): boolean {
  return (
    shape.kind === "object" &&
    Object.values(shape.fields).some((field) => !has(field.shape, "absent"))
  )
}

export function constantTruth({
  isBuilt,
  literal,
  shape,
}: Pick<Value, "isBuilt" | "literal" | "shape">): boolean | undefined {
  if (isBuilt) return true
  if (literal !== undefined) return search(literal, "!@") === false
  const members = alternatives(shape)
  if (members.length === 0) return undefined
  if (alternatives(whenTruthy(shape)).length === 0) return false
  return alternatives(whenFalsy(shape)).length === 0 ? true : undefined
}

export function whenTruthy(shape: Shape): Shape {
  return unionOf(
    ...alternatives(present(shape)).flatMap((member): Shape[] => {
      if (member.kind === "boolean") return member.value === false ? [] : [TRUE]
      if (member.kind !== "string" || member.values === undefined) return [member]
      const values = member.values.filter((value) => value !== "")
      return values.length === 0 ? [] : [{ kind: "string", values }]
    }),
  )
}

export function whenFalsy(shape: Shape): Shape {
  return unionOf(
    ...alternatives(shape).flatMap((member): Shape[] => {
      switch (member.kind) {
        case "number":
        case "bytes":
          return []
        case "boolean":
          return member.value === true ? [] : [FALSE]
        case "string": {
          const canBeEmpty = member.values === undefined || member.values.includes("")
          return canBeEmpty ? [{ kind: "string", values: [""] }] : []
        }
        case "object":
          return hasContent(member) ? [] : [member]
        default:
          return [member]
      }
    }),
  )
}

export function nullishPart(shape: Shape): Shape {
  return unionOf(
    ...alternatives(shape).filter((member) => member.kind === "null" || member.kind === "absent"),
  )
}

/** Whether reading a property needs `?.`. */
export function needsOptional(value: Value): boolean {
  return isNullish(value.chained ?? value.shape)
}

/**
 * The shape of a choice. TypeScript reduces `a ? b : c`, `a || b` and `[a, b]` to the wider of two assignable object
 * types, so the compiler does not rely on the members of such a union.
 */
export function choiceShape(shape: Shape): Shape {
  const members = alternatives(shape)
  if (!isChoiceOfObjects(shape)) return shape
  const isChoice = members.filter((one) => one.kind === "object").length > 1
  return unionOf(
    ...members.map((one): Shape => {
      if (one.kind === "array") {
        const each = one.each?.map(choiceShape)
        return { ...one, items: choiceShape(one.items), ...(each && { each }) }
      }
      return one.kind === "object" && isChoice ? { ...one, isJoined: true } : one
    }),
  )
}

function isChoiceOfObjects(shape: Shape): boolean {
  const members = alternatives(shape)
  if (members.filter((one) => one.kind === "object").length > 1) return true
  return members.some((one) => one.kind === "array" && isChoiceOfObjects(one.items))
}

export function holdsObjects(shape: Shape): boolean {
  return alternatives(shape).some(
    (one) => one.kind === "object" || (one.kind === "array" && holdsObjects(one.items)),
  )
}

/** Whether the shape is, or is read from, a choice of several object types. */
export function isJoined(shape: Shape): boolean {
  return alternatives(shape).some((one) => one.kind === "object" && one.isJoined === true)
}

export function literal(value: JSONValue): Value {
  return { expression: literalOf(value), shape: literalShape(value), literal: value }
}

function literalShape(value: unknown): Shape {
  if (typeof value === "string") return { kind: "string", values: [value] }
  if (typeof value === "number") {
    return { kind: "number", integer: Number.isInteger(value), values: [value] }
  }
  if (typeof value === "boolean") return value ? TRUE : FALSE
  if (Array.isArray(value)) return arrayOf(unionOf(...value.map(literalShape)))
  if (typeof value !== "object" || value === null) return NULL
  const fields = Object.entries(value).map(([key, item]): [string, Field] => [
    key,
    { shape: literalShape(item) },
  ])
  return { kind: "object", fields: Object.fromEntries(fields) }
}

/** The value, normalized for its context. In an output, an absent value becomes null. */
export function normalize(value: Value, scope: Pick<Scope, "purpose">): Value {
  if (scope.purpose === "request" || !has(value.shape, "absent")) return value
  const members = alternatives(value.shape).map((one) => (one.kind === "absent" ? NULL : one))
  const shape = unionOf(...members)
  // TypeScript reduces `a ?? null` to the wider of two assignable object types.
  const isChoice = choiceShape(value.shape) !== value.shape
  const expression = isChoice
    ? helper("orNull", value.expression)
    : coalesce(value.expression, NULL_VALUE)
  return { expression, shape }
}
