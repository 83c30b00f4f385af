/** Conditions: truthiness, comparisons, and how both narrow values. */

import { search } from "@jmespath-community/jmespath"
import { didYouMean } from "../diagnostics/index.js"
import type { PathNode } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import { alternatives, describe, isNullish, present, type Shape } from "../shape/index.js"
import { helper, NULL_VALUE, not, operation } from "./build.js"
import { type Compiler, type Node, PathError, withLocation } from "./compiler.js"
import { keyOf } from "./expression.js"
import {
  constantTest,
  eitherOf,
  factsOfNarrowing,
  minus,
  overlap,
  plainTest,
  truth,
  withFacts,
} from "./facts.js"
import { memberTest } from "./members.js"
import { type Fact, nullishPart, type Scope, type Test, type Value } from "./value.js"

export function testOf(compiler: Compiler, node: PathNode, scope: Scope): Test {
  return withLocation(
    () => compiler.at(node),
    () => testOfNode(compiler, node, scope),
  )
}

function testOfNode(compiler: Compiler, node: PathNode, scope: Scope): Test {
  switch (node.type) {
    case "AndExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === false) return left
      const right = testOf(compiler, node.right, withFacts(scope, left.whenTrue))
      if (left.constant === true || right.constant === false) return right
      if (right.constant === true) return left
      return {
        expression: operation(left.expression, "&&", right.expression),
        whenTrue: [...left.whenTrue, ...right.whenTrue],
        whenFalse: eitherOf(left.whenFalse, [...left.whenTrue, ...right.whenFalse]),
      }
    }
    case "OrExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === true) return left
      const right = testOf(compiler, node.right, withFacts(scope, left.whenFalse))
      if (left.constant === false || right.constant === true) return right
      if (right.constant === false) return left
      return {
        expression: operation(left.expression, "||", right.expression),
        whenTrue: eitherOf(left.whenTrue, [...left.whenFalse, ...right.whenTrue]),
        whenFalse: [...left.whenFalse, ...right.whenFalse],
      }
    }
    case "NotExpression": {
      const { expression, constant, whenTrue, whenFalse } = testOf(compiler, node.child, scope)
      if (constant !== undefined) return constantTest(!constant)
      return { expression: not(expression), whenTrue: whenFalse, whenFalse: whenTrue }
    }
    case "Comparator":
      return comparisonOf(compiler, node, scope)
    default:
      return memberTest(compiler, node, scope) ?? truth(compiler.value(node, scope))
  }
}

const ORDER = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" } as const

function comparisonOf(compiler: Compiler, node: Node<"Comparator">, scope: Scope): Test {
  const left = compiler.value(node.left, scope)
  const right = compiler.value(node.right, scope)
  if (node.name !== "EQ" && node.name !== "NE") {
    const operator = ORDER[node.name]
    for (const side of [left, right]) {
      if (side.shape.kind === "number") continue
      const text = compiler.text(side === left ? node.left : node.right)
      const isOnlyNull = isNullish(side.shape) && present(side.shape).kind === "number"
      const help = isOnlyNull ? aboutPath.giveDefault(`(${text} || \`0\`)`) : undefined
      throw new PathError(aboutPath.comparesNumbers(operator, describe(side.shape), help))
    }
    return plainTest(operation(left.expression, operator, right.expression))
  }
  return equality(left, right, node.name === "EQ")
}

function equality(left: Value, right: Value, isEqual: boolean): Test {
  const [loose, strict] = isEqual ? (["==", "==="] as const) : (["!=", "!=="] as const)
  if (left.literal !== undefined && right.literal !== undefined) {
    return constantTest(search([left.literal, right.literal], "[0] == [1]") === isEqual)
  }
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (other.literal !== null) continue
    if (!isNullish(value.shape)) return constantTest(!isEqual)
    const there = factsOfNarrowing(value, present)
    const missing =
      keyOf(value.expression) === undefined ? [] : factsOfNarrowing(value, nullishPart)
    const expression = operation(value.expression, loose, NULL_VALUE)
    return isEqual
      ? { expression, whenTrue: missing, whenFalse: there }
      : { expression, whenTrue: there, whenFalse: missing }
  }
  requireOverlap(left.declared ?? left.shape, right.declared ?? right.shape)
  if (!overlaps(left.shape, right.shape)) {
    // An earlier condition decides the result, so the test is constant.
    if (!isEqual) return constantTest(true)
    throw neverEqual(left.shape, right.shape, ": an earlier condition excludes it")
  }
  const areScalars = [left, right].every(({ shape }) =>
    alternatives(shape).every((one) =>
      ["string", "number", "boolean", "null", "absent"].includes(one.kind),
    ),
  )
  const bothNullish = isNullish(left.shape) && isNullish(right.shape)
  if (areScalars && !bothNullish) {
    const expression = operation(left.expression, strict, right.expression)
    const [equal, different] = [whenEqual(left, right), whenDifferent(left, right)]
    return isEqual
      ? { expression, whenTrue: equal, whenFalse: different }
      : { expression, whenTrue: different, whenFalse: equal }
  }
  const expression = helper("equal", left.expression, right.expression)
  return plainTest(isEqual ? expression : not(expression))
}

function whenEqual(left: Value, right: Value): readonly Fact[] {
  return [
    ...factsOfNarrowing(left, (shape) => overlap(shape, right.shape)),
    ...factsOfNarrowing(right, (shape) => overlap(shape, left.shape)),
  ]
}

function whenDifferent(left: Value, right: Value): readonly Fact[] {
  const facts = (value: Value, other: Value) =>
    keyOf(value.expression) === undefined
      ? []
      : factsOfNarrowing(value, (shape) => minus(shape, other.shape))
  return [...facts(left, right), ...facts(right, left)]
}

function overlaps(left: Shape, right: Shape): boolean {
  return alternatives(left).some((a) =>
    alternatives(right).some((b) => {
      const nullish = (one: Shape) => one.kind === "null" || one.kind === "absent"
      if (a.kind === "any" || b.kind === "any" || (nullish(a) && nullish(b))) return true
      return a.kind === b.kind && (a.kind === "object" || alternatives(overlap(a, b)).length > 0)
    }),
  )
}

function requireOverlap(left: Shape, right: Shape): void {
  if (!overlaps(left, right)) throw neverEqual(left, right)
}

function neverEqual(left: Shape, right: Shape, why = ""): PathError {
  const wanted = right.kind === "string" ? right.values?.[0] : undefined
  const known = alternatives(left).flatMap((one) =>
    one.kind === "string" ? (one.values ?? []) : [],
  )
  const help = wanted === undefined ? undefined : didYouMean(wanted, known)
  return new PathError(aboutPath.neverEqual(describe(left), describe(right), why, help))
}
