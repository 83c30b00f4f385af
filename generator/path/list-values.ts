import { singular } from "../../planner/table/index.js"
import { aboutPath } from "../messages/index.js"
import {
  ABSENT,
  alternatives,
  arrayOf,
  describe,
  has,
  isNullish,
  NOTHING,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import { helper, literalOf, method, property } from "./build.js"
import { hintOfValue, type Node, PathError } from "./compiler.js"
import { mapPresent } from "./reading.js"
import { needsOptional, nullishPart, type Scope, type Value } from "./value.js"

/** A list without its null items. */
export function dropNullish(list: Value): Value {
  const { items } = requireList(list, "a projection")
  if (!isNullish(items)) return list
  return {
    expression: helper("present", list.expression),
    shape: unionOf(nullishPart(list.shape), arrayOf(present(items))),
    ...hintOfValue(list),
  }
}

/** Calls a method of a list that may be null: null stays null, absent stays absent. */
export function onList(
  list: Value,
  scope: Scope,
  apply: (there: Value, scope: Scope) => Value,
): Value {
  if (scope.purpose === "request" && has(list.shape, "null")) {
    return mapPresent(list, scope, apply)
  }
  const result = apply(list, scope)
  const chains = isNullish(list.shape)
  return chains
    ? { ...result, shape: unionOf(result.shape, ABSENT), chained: result.shape }
    : result
}

/** Whether a value is known to be null, so that nothing is read from it. */
export function isNothing(value: Value): boolean {
  return alternatives(present(value.shape)).length === 0
}

export function requireList(value: Value, what: string): { items: Shape } {
  const lists = alternatives(present(value.shape))
  const items: Shape[] = []
  for (const member of lists) {
    if (member.kind !== "array") {
      throw new PathError(aboutPath.needsList(what, describe(value.shape)))
    }
    items.push(member.items)
  }
  return { items: items.length === 0 ? NOTHING : unionOf(...items) }
}

export function indexOf(node: Node<"Index">, scope: Scope): Value {
  const list = requireList(scope.current, `[${node.value}]`)
  if (isNothing(scope.current)) return scope.current
  const { shape } = scope.current
  const isTuple = shape.kind === "array" && shape.isTuple
  const own = isTuple && node.value >= 0 ? shape.each?.[node.value] : undefined
  if (own !== undefined) {
    // With a plain number, TypeScript knows the type of each member of a tuple.
    return { expression: property(scope.current.expression, String(node.value), false), shape: own }
  }
  const apply = (there: Value): Value => ({
    expression: method(there.expression, "at", [literalOf(node.value)], needsOptional(there)),
    shape: unionOf(list.items, ABSENT),
  })
  return { ...onList(scope.current, scope, apply), hint: singular(scope.current.hint ?? "items") }
}

export function sliceOf(node: Node<"Slice">, scope: Scope): Value {
  const list = requireList(scope.current, "a slice")
  if (isNothing(scope.current)) return scope.current
  const step = node.step ?? 1
  if (step === 0) throw new PathError(aboutPath.stepOfZero())
  const apply = (there: Value): Value => {
    const shape = arrayOf(list.items)
    if (step === 1) {
      const bounds = [node.start ?? 0, ...(node.stop === null ? [] : [node.stop])].map(literalOf)
      return { expression: method(there.expression, "slice", bounds, needsOptional(there)), shape }
    }
    return mapPresent(there, scope, (one) => ({
      expression: helper("slice", one.expression, ...[node.start, node.stop, step].map(literalOf)),
      shape,
    }))
  }
  return { ...onList(scope.current, scope, apply), hint: scope.current.hint ?? "items" }
}
