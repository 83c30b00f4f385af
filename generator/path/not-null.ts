import { alternatives, isNullish, present, unionOf } from "../shape/index.js"
import { choice, coalesce } from "./build.js"
import { choiceShape } from "./choice-shape.js"
import { narrowedValue } from "./compiler.js"
import { keyOf } from "./expression.js"
import { factsOfNarrowing, withFacts } from "./facts.js"
import { literal } from "./literal.js"
import { hasField, splitBy } from "./members.js"
import type { Compile } from "./plain-functions.js"
import { orFacts, truth } from "./truth.js"
import { type Fact, isFalseOnlyWhenNullish, nullishPart, type Scope, type Value } from "./value.js"

function whenMissing(value: Value): readonly Fact[] {
  if (value.missing !== undefined) return value.missing
  if (keyOf(value.expression) === undefined) return value.proves?.whenFalse ?? []
  return factsOfNarrowing(value, nullishPart)
}

/** `not_null(a, b, …)`: the first that is neither null nor absent. */
export const notNull: Compile = (call, scope) => {
  const [node, ...rest] = call.nodes
  if (node === undefined) return literal(null)
  const others = (inner: Scope): Value =>
    rest.length === 0 ? literal(null) : notNull({ ...call, nodes: rest }, inner)
  const current = narrowedValue(scope.current, scope)
  const split = node.type === "Field" ? splitBy(current, node.name) : undefined
  if (node.type === "Field" && split !== undefined && !isNullish(current.shape)) {
    // Each member of a union is tested for its own fields.
    const { key, holders, others: without } = split
    const there = notNull(call, withFacts(scope, [{ key, shape: holders }]))
    const otherwise = others(withFacts(scope, [{ key, shape: without }]))
    return {
      expression: choice(hasField(current, node.name), there.expression, otherwise.expression),
      shape: choiceShape(unionOf(there.shape, otherwise.shape)),
    }
  }
  const left = call.compiler.value(node, scope)
  // A value that is never present has no effect. Values after one that is always present are never evaluated.
  if (alternatives(present(left.shape)).length === 0) return others(scope)
  if (rest.length === 0) return left
  if (!isNullish(left.shape)) {
    // Unreachable code is still checked.
    others(scope)
    return left
  }
  const missing = whenMissing(left)
  const right = others(withFacts(scope, missing))
  if (right.literal === null) return left
  const shape = choiceShape(unionOf(present(left.shape), right.shape))
  const expression = coalesce(left.expression, right.expression)
  // If `a ?? b` is falsy, TypeScript also narrows b, even if a is an empty string.
  const missingBoth = [...missing, ...whenMissing(right)]
  if (!isFalseOnlyWhenNullish(left.shape))
    return { expression, shape, isOpaque: true, missing: missingBoth }
  return { expression, shape, proves: orFacts(truth(left), right, true), missing: missingBoth }
}
