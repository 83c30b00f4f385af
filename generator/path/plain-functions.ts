import { alternatives, isNullish, present, type Shape, STRING, unionOf } from "../shape/index.js"
import { type Accepted, type Call, requireCount, requireKind } from "./arguments.js"
import { call, choice, coalesce, helper, literalOf, method } from "./build.js"
import { narrowedValue } from "./compiler.js"
import { type Expression, keyOf } from "./expression.js"
import { factsOfNarrowing, withFacts } from "./facts.js"
import { literal } from "./literal.js"
import { hasField, splitBy } from "./members.js"
import type { HelperName } from "./names.js"
import { orFacts, truth } from "./truth.js"
import {
  choiceShape,
  type Fact,
  isFalseOnlyWhenNullish,
  nullishPart,
  type Scope,
  type Value,
} from "./value.js"

export type Compile = (call: Call, scope: Scope) => Value

/** A function of values, given by the accepted arguments. */
export function functionOf(
  accepted: readonly Accepted[],
  compile: (call: Call, ...args: readonly Value[]) => Value,
): Compile {
  return (call, scope) => {
    requireCount(call, accepted.length)
    const args = call.nodes.map((node) => call.compiler.value(node, scope))
    for (const [index, arg] of args.entries()) requireKind(call, index, arg, accepted[index] ?? [])
    return compile(call, ...args)
  }
}

/** A function given by its accepted arguments, the shape of its result, and the code of the call. */
export function plainFunction(
  accepted: readonly Accepted[],
  shape: Shape | ((...args: readonly Value[]) => Shape),
  expression: (...args: readonly Expression[]) => Expression,
): Compile {
  return functionOf(accepted, (_call, ...args) => ({
    expression: expression(...args.map((arg) => arg.expression)),
    shape: typeof shape === "function" ? shape(...args) : shape,
  }))
}

export function itemsOf(list: Shape): Shape {
  return unionOf(...alternatives(list).flatMap((one) => (one.kind === "array" ? [one.items] : [])))
}

/** A call of a JavaScript function. */
export const callOf =
  (name: string) =>
  (...args: readonly Expression[]) =>
    call(name, ...args)

/** A call of a runtime function. */
export const helperOf =
  (name: HelperName) =>
  (...args: readonly Expression[]) =>
    helper(name, ...args)

/** A call of a method. */
export const methodOf =
  (name: string) =>
  (subject: Expression = literalOf(""), ...args: readonly Expression[]) =>
    method(subject, name, args, false)

/** `upper` and `lower`. Applied to an enum, the result is an enum of the converted values. */
export function caseFunction(
  methodName: string,
  helperName: HelperName,
  change: (text: string) => string,
): Compile {
  return functionOf([["string"]], (_call, { expression, shape }) => {
    const values = shape.kind === "string" ? shape.values : undefined
    if (values === undefined) {
      return { expression: method(expression, methodName, [], false), shape: STRING }
    }
    return {
      expression: helper(helperName, expression),
      shape: { kind: "string", values: [...new Set(values.map(change))] },
    }
  })
}

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
