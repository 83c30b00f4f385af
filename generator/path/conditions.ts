/** Choosing: `||`, `&&`, `!`, comparisons and `? :`, with what they say of the values after them. */
import { search } from "@jmespath-community/jmespath"
import { didYouMean } from "../diagnostics/diagnostic.js"
import { describe } from "../shape/describe.js"
import { alternatives, BOOLEAN, isNullish, present, type Shape, unionOf } from "../shape/shape.js"
import type { PathNode } from "./ast.js"
import {
  binary,
  type Code,
  coalesce,
  conditional,
  helper,
  not,
  Precedence,
  property,
  short,
} from "./code.js"
import type { Compiler, Node, Pair } from "./compiler.js"
import { PathError } from "./error.js"
import { literal } from "./literal.js"
import { impliedBy } from "./reading.js"
import {
  constantTruth,
  type Fact,
  hasPlainTruth,
  isFalseOnlyWhenNullish,
  needsOptional,
  type Scope,
  type Test,
  type Value,
  whenFalsy,
  whenTruthy,
} from "./value.js"

export function orExpression(compiler: Compiler, node: Pair, scope: Scope): Value {
  const left = compiler.value(node.left, scope)
  const test = truth(left)
  if (test.constant === true) return left
  if (test.constant === false) return compiler.value(node.right, scope)
  const facts = [...scope.facts, ...test.whenFalse]
  const right = compiler.value(node.right, { ...scope, facts })
  const shape = unionOf(whenTruthy(left.shape), right.shape)
  const hint = left.hint === undefined ? {} : { hint: left.hint }
  return { code: orCode(left, right), shape, ...hint }
}

function orCode(left: Value, right: Value): Code {
  const isEmptyList = Array.isArray(right.literal) && right.literal.length === 0
  const isList = alternatives(present(left.shape)).every((member) => member.kind === "array")
  if (isFalseOnlyWhenNullish(left.shape) || (isList && isEmptyList))
    return coalesce(left.code, right.code)
  if (hasPlainTruth(left.shape)) return binary(left.code, "||", right.code, Precedence.or)
  if (left.code.reference !== undefined) return conditional(truth(left).code, left.code, right.code)
  return helper("either", [left.code.doc, right.code.doc])
}

export function andExpression(compiler: Compiler, node: Pair, scope: Scope): Value {
  const left = compiler.value(node.left, scope)
  const test = truth(left)
  if (test.constant === false) return left
  if (test.constant === true) return compiler.value(node.right, scope)
  const right = compiler.value(node.right, { ...scope, facts: [...scope.facts, ...test.whenTrue] })
  const shape = unionOf(whenFalsy(left.shape), right.shape)
  if (hasPlainTruth(left.shape)) {
    return { code: binary(left.code, "&&", right.code, Precedence.and), shape }
  }
  const code =
    left.code.reference !== undefined
      ? conditional(test.code, right.code, left.code)
      : helper("both", [left.code.doc, right.code.doc])
  return { code, shape }
}

export function ternaryOf(compiler: Compiler, node: Node<"Ternary">, scope: Scope): Value {
  const test = testOf(compiler, node.condition, scope)
  const branch = (choice: PathNode, facts: readonly Fact[]) =>
    compiler.value(choice, { ...scope, facts: [...scope.facts, ...facts] })
  if (test.constant === true) return branch(node.trueExpr, [])
  if (test.constant === false) return branch(node.falseExpr, [])
  const whenTrue = branch(node.trueExpr, test.whenTrue)
  const whenFalse = branch(node.falseExpr, test.whenFalse)
  return {
    code: conditional(test.code, whenTrue.code, whenFalse.code),
    shape: unionOf(whenTrue.shape, whenFalse.shape),
  }
}

export function booleanValue(compiler: Compiler, node: PathNode, scope: Scope): Value {
  const { code, constant } = testOf(compiler, node, scope)
  return constant === undefined ? { code, shape: BOOLEAN } : literal(constant)
}

/** Compiles an expression of which only the truth matters. */
export function testOf(compiler: Compiler, node: PathNode, scope: Scope): Test {
  switch (node.type) {
    case "AndExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === false) return left
      const right = testOf(compiler, node.right, {
        ...scope,
        facts: [...scope.facts, ...left.whenTrue],
      })
      if (left.constant === true || right.constant === false) return right
      if (right.constant === true) return left
      return {
        code: binary(left.code, "&&", right.code, Precedence.and),
        whenTrue: [...left.whenTrue, ...right.whenTrue],
        whenFalse: [],
      }
    }
    case "OrExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === true) return left
      const facts = [...scope.facts, ...left.whenFalse]
      const right = testOf(compiler, node.right, { ...scope, facts })
      if (left.constant === false || right.constant === true) return right
      if (right.constant === false) return left
      return {
        code: binary(left.code, "||", right.code, Precedence.or),
        whenTrue: [],
        whenFalse: [...left.whenFalse, ...right.whenFalse],
      }
    }
    case "NotExpression": {
      const { code, constant, whenTrue, whenFalse } = testOf(compiler, node.child, scope)
      if (constant !== undefined) return constantTest(!constant)
      return { code: not(code), whenTrue: whenFalse, whenFalse: whenTrue }
    }
    case "Comparator":
      return comparisonOf(compiler, node, scope)
    default:
      return truth(compiler.value(node, scope))
  }
}

/** The JavaScript condition that holds when JMESPath takes the value for true. */
export function truth(value: Value): Test {
  const { shape, code } = value
  const constant = constantTruth(value)
  if (constant !== undefined) return constantTest(constant)
  const { reference: text } = code
  const whenFalse = text === undefined ? [] : [{ reference: text, shape: whenFalsy(shape) }]
  const whenTrue = impliedBy(value)
  const test = (condition: Code): Test => ({ code: condition, whenTrue, whenFalse })
  if (hasPlainTruth(shape)) return test(code)
  if (isFalseOnlyWhenNullish(shape)) {
    return test(binary(code, "!=", short("null"), Precedence.equality))
  }
  const isList = alternatives(present(shape)).every((member) => member.kind === "array")
  if (isList) return test(property(code, "length", needsOptional(value)))
  return test(helper("truthy", [code.doc]))
}

function comparisonOf(compiler: Compiler, node: Node<"Comparator">, scope: Scope): Test {
  const left = compiler.value(node.left, scope)
  const right = compiler.value(node.right, scope)
  if (node.name !== "EQ" && node.name !== "NE") {
    const operator = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" }[node.name]
    for (const side of [left, right]) {
      if (side.shape.kind === "number") continue
      throw new PathError(
        "GHX1304",
        `\`${operator}\` compares numbers, found ${describe(side.shape)}`,
        {
          help: isNullish(side.shape) ? "give it a default: `(field || `0`)`" : undefined,
        },
      )
    }
    return plainTest(binary(left.code, operator, right.code, Precedence.relation))
  }
  return equality(left, right, node.name === "EQ")
}

export function equality(left: Value, right: Value, isEqual: boolean): Test {
  const operator = isEqual ? "==" : "!="
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (other.literal !== null) continue
    if (!isNullish(value.shape)) return constantTest(!isEqual)
    const there = impliedBy(value)
    const code = binary(value.code, operator, short("null"), Precedence.equality)
    return isEqual
      ? { code, whenTrue: [], whenFalse: there }
      : { code, whenTrue: there, whenFalse: [] }
  }
  if (left.literal !== undefined && right.literal !== undefined) {
    return constantTest(search([left.literal, right.literal], "[0] == [1]") === isEqual)
  }
  requireOverlap(left.shape, right.shape)
  const areScalars = [left, right].every(({ shape }) =>
    alternatives(shape).every((one) =>
      ["string", "number", "boolean", "null", "absent"].includes(one.kind),
    ),
  )
  const bothNullish = isNullish(left.shape) && isNullish(right.shape)
  if (areScalars && !bothNullish) {
    return plainTest(binary(left.code, `${operator}=`, right.code, Precedence.equality))
  }
  const code = helper("equal", [left.code.doc, right.code.doc])
  return plainTest(isEqual ? code : not(code))
}

function requireOverlap(left: Shape, right: Shape): void {
  const overlaps = alternatives(left).some((a) =>
    alternatives(right).some((b) => {
      const nullish = (one: Shape) => one.kind === "null" || one.kind === "absent"
      if (a.kind === "any" || b.kind === "any" || (nullish(a) && nullish(b))) return true
      if (a.kind !== b.kind) return false
      if (a.kind !== "string" || b.kind !== "string") return true
      return (
        a.values === undefined ||
        b.values === undefined ||
        a.values.some((value) => b.values?.includes(value))
      )
    }),
  )
  if (overlaps) return
  const wanted = right.kind === "string" ? right.values?.[0] : undefined
  const known = alternatives(left).flatMap((one) =>
    one.kind === "string" ? (one.values ?? []) : [],
  )
  throw new PathError("GHX1315", `${describe(left)} is never equal to ${describe(right)}`, {
    help: wanted === undefined ? undefined : didYouMean(wanted, known),
  })
}

function constantTest(constant: boolean): Test {
  return { code: short(String(constant)), constant, whenTrue: [], whenFalse: [] }
}

function plainTest(code: Code): Test {
  return { code, whenTrue: [], whenFalse: [] }
}
