/** One item of a list, and some of them: `labels[0]`, `labels[:5]`. */
import { aboutPath } from "../messages/index.js"
import { ABSENT, arrayOf, unionOf } from "../shape/index.js"
import { singular } from "../text/index.js"
import { helper, literalOf, method, property } from "./build.js"
import type { Node } from "./compiler.js"
import { PathError } from "./error.js"
import { isNothing, onList, requireList } from "./list-values.js"
import { mapPresent } from "./reading.js"
import { needsOptional, type Scope, type Value } from "./value.js"

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
