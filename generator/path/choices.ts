/** Choices: `||`, `&&` and `? :`, with the narrowing they imply. */

import type { PathNode } from "../jmespath/index.js"
import { alternatives, BOOLEAN, has, isNullish, present, unionOf } from "../shape/index.js"
import { choice, coalesce, helper, operation } from "./build.js"
import { type Compiler, hintOfValue, type Node, type Pair } from "./compiler.js"
import { testOf } from "./conditions.js"
import { type Expression, isReference } from "./expression.js"
import { andFacts, isNarrowed, orFacts, truth, withFacts } from "./facts.js"
import { memberTest } from "./members.js"
import {
  choiceShape,
  type Fact,
  hasPlainTruth,
  isFalseOnlyWhenNullish,
  literal,
  type Scope,
  type Value,
  whenFalsy,
  whenTruthy,
} from "./value.js"

export function orExpression(compiler: Compiler, node: Pair, scope: Scope): Value {
  const left = compiler.value(node.left, scope)
  const test = truth(left)
  if (test.constant === true) return left
  if (test.constant === false) return compiler.value(node.right, scope)
  const right = compiler.value(node.right, withFacts(scope, test.whenFalse))
  if (left.shape.kind === "boolean" && right.literal === false) return left
  if (!isNullish(left.shape) && isListOrEmpty(left, right)) return left
  const isNullAnyway = isFalseOnlyWhenNullish(left.shape) && right.literal === null
  if (isNullAnyway && (scope.purpose === "output" || !has(left.shape, "absent"))) return left
  const shape = choiceShape(unionOf(whenTruthy(left.shape), right.shape))
  const expression = eitherOf(left, right)
  const isCoalesced = expression.kind === "operation" && expression.operator === "??"
  const proves = orFacts(test, right, isCoalesced)
  return { expression, shape, proves, ...hintOfValue(left) }
}

/** `list || []`, which is the list itself if the list is present. */
function isListOrEmpty(left: Value, right: Value): boolean {
  const isEmptyList = Array.isArray(right.literal) && right.literal.length === 0
  return isEmptyList && alternatives(present(left.shape)).every(({ kind }) => kind === "array")
}

function eitherOf(left: Value, right: Value): Expression {
  if (isFalseOnlyWhenNullish(left.shape) || isListOrEmpty(left, right))
    return coalesce(left.expression, right.expression)
  if (hasPlainTruth(left.shape)) return operation(left.expression, "||", right.expression)
  if (isReference(left.expression))
    return choice(truth(left).expression, left.expression, right.expression)
  return helper("either", left.expression, right.expression)
}

export function andExpression(compiler: Compiler, node: Pair, scope: Scope): Value {
  const left = compiler.value(node.left, scope)
  const selects = memberTest(compiler, node.left, scope)
  if (selects !== undefined) {
    const right = compiler.value(node.right, withFacts(scope, selects.whenTrue))
    const inner = withFacts(scope, selects.whenFalse)
    const otherwise = valueWhenFalsy(compiler.value(node.left, inner), inner)
    return {
      expression: choice(selects.expression, right.expression, otherwise.expression),
      shape: choiceShape(unionOf(otherwise.shape, right.shape)),
    }
  }
  const test = truth(left)
  if (test.constant === false) return left
  if (test.constant === true) return compiler.value(node.right, scope)
  const right = compiler.value(node.right, withFacts(scope, test.whenTrue))
  if (left.shape.kind === "boolean" && right.literal === true) return left
  const shape = unionOf(whenFalsy(left.shape), right.shape)
  if (hasPlainTruth(left.shape)) {
    const proves = andFacts(test, right)
    return { expression: operation(left.expression, "&&", right.expression), shape, proves }
  }
  const expression = isReference(left.expression)
    ? choice(test.expression, right.expression, valueWhenFalsy(left, scope).expression)
    : helper("both", left.expression, right.expression)
  return { expression, shape }
}

function valueWhenFalsy(value: Value, scope: Scope): Value {
  const shape = whenFalsy(value.shape)
  const isNothing = alternatives(present(shape)).length === 0
  if (isNothing && scope.purpose === "output") return literal(null)
  return {
    expression: !isNarrowed(shape, value.shape)
      ? value.expression
      : helper("falsy", value.expression),
    shape,
  }
}

export function ternaryOf(compiler: Compiler, node: Node<"Ternary">, scope: Scope): Value {
  const test = testOf(compiler, node.condition, scope)
  const branch = (choice: PathNode, facts: readonly Fact[]) =>
    compiler.value(choice, withFacts(scope, facts))
  if (test.constant === true) return branch(node.trueExpr, [])
  if (test.constant === false) return branch(node.falseExpr, [])
  const whenTrue = branch(node.trueExpr, test.whenTrue)
  const whenFalse = branch(node.falseExpr, test.whenFalse)
  return {
    expression: choice(test.expression, whenTrue.expression, whenFalse.expression),
    shape: choiceShape(unionOf(whenTrue.shape, whenFalse.shape)),
    ...(whenFalse.literal === null && hintOfValue(whenTrue)),
  }
}

export function booleanValue(compiler: Compiler, node: PathNode, scope: Scope): Value {
  const { constant, expression, ...proves } = testOf(compiler, node, scope)
  return constant === undefined ? { expression, shape: BOOLEAN, proves } : literal(constant)
}
