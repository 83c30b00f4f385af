/** Comparisons, and how they narrow both sides. */

import { search } from "@jmespath-community/jmespath"
import { didYouMean } from "../diagnostics/index.js"
import { aboutPath } from "../messages/index.js"
import { alternatives, describe, isNullish, present, type Shape } from "../shape/index.js"
import { helper, NULL_VALUE, not, operation } from "./build.js"
import type { Compiler, Node } from "./compiler.js"
import { PathError } from "./error.js"
import { keyOf } from "./expression.js"
import { factsOfNarrowing, minus, overlap } from "./facts.js"
import { constantTest, plainTest } from "./truth.js"
import { type Fact, nullishPart, type Scope, type Test, type Value } from "./value.js"

const ORDER = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" } as const

export function comparisonOf(compiler: Compiler, node: Node<"Comparator">, scope: Scope): Test {
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

export function equality(left: Value, right: Value, isEqual: boolean): Test {
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
