/** Conditions: what is true-like, and what that says of the values after it. */
import { alternatives, isNullish, NOTHING, present } from "../shape/shape.js"
import type { PathNode } from "./ast.js"
import { binary, type Code, helper, not, Precedence, property, short } from "./code.js"
import { comparisonOf } from "./comparisons.js"
import type { Compiler } from "./compiler.js"
import { located } from "./error.js"
import { eitherOf, type Fact, knowing, learn } from "./facts.js"
import { memberTest } from "./members.js"
import {
  constantTruth,
  hasPlainTruth,
  isFalseOnlyWhenNullish,
  needsOptional,
  type Scope,
  type Test,
  type Value,
  whenFalsy,
  whenTruthy,
} from "./value.js"

type Proof = Pick<Test, "whenTrue" | "whenFalse">

/** Compiles an expression of which only the truth matters. */
export function testOf(compiler: Compiler, node: PathNode, scope: Scope): Test {
  return located(compiler.at(node), () => testOfNode(compiler, node, scope))
}

function testOfNode(compiler: Compiler, node: PathNode, scope: Scope): Test {
  switch (node.type) {
    case "AndExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === false) return left
      const right = testOf(compiler, node.right, knowing(scope, left.whenTrue))
      if (left.constant === true || right.constant === false) return right
      if (right.constant === true) return left
      return {
        code: binary(left.code, "&&", right.code, Precedence.and),
        whenTrue: [...left.whenTrue, ...right.whenTrue],
        whenFalse: eitherOf(left.whenFalse, [...left.whenTrue, ...right.whenFalse]),
      }
    }
    case "OrExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === true) return left
      const right = testOf(compiler, node.right, knowing(scope, left.whenFalse))
      if (left.constant === false || right.constant === true) return right
      if (right.constant === false) return left
      return {
        code: binary(left.code, "||", right.code, Precedence.or),
        whenTrue: eitherOf(left.whenTrue, [...left.whenFalse, ...right.whenTrue]),
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
      return memberTest(compiler, node, scope) ?? truth(compiler.value(node, scope))
  }
}

/** The JavaScript condition that holds when JMESPath takes the value for true. */
export function truth(value: Value): Test {
  const { shape, code } = value
  const constant = constantTruth(value)
  if (constant !== undefined) return constantTest(constant)
  const whenTrue = learn(value, whenTruthy)
  const whenFalse = code.key === undefined ? [] : learn(value, whenFalsy)
  const proofs = { whenTrue, whenFalse }
  if (value.isOpaque) return plainTest(helper("truthy", [code.doc]))
  if (hasPlainTruth(shape)) return { code, ...(value.proves ?? proofs) }
  const isThere = binary(code, "!=", short("null"), Precedence.equality)
  if (isFalseOnlyWhenNullish(shape)) return { code: isThere, ...proofs }
  const isList = alternatives(present(shape)).every((member) => member.kind === "array")
  if (isList)
    return { code: property(code, "length", needsOptional(value)), whenTrue, whenFalse: [] }
  const test = helper("truthy", [code.doc])
  if (code.reference === undefined || !isNullish(shape)) return plainTest(test)
  return {
    code: binary(isThere, "&&", test, Precedence.and),
    whenTrue: learn(value, present),
    whenFalse: [],
  }
}

export function orFacts(left: Proof, right: Value, isCoalesced: boolean): Proof {
  const { constant, ...proof } = truth(right)
  const viaRight = [...left.whenFalse, ...proof.whenTrue, ...neverOf(right, constant === false)]
  const isNever = right.literal === false && !isCoalesced
  return {
    whenTrue: isNever ? left.whenTrue : eitherOf(left.whenTrue, viaRight),
    whenFalse: [...left.whenFalse, ...proof.whenFalse],
  }
}

export function andFacts(left: Proof, right: Value): Proof {
  const { constant, ...proof } = truth(right)
  const viaRight = [...left.whenTrue, ...proof.whenFalse, ...neverOf(right, constant === true)]
  const isNever = right.literal === true
  return {
    whenTrue: [...left.whenTrue, ...proof.whenTrue],
    whenFalse: isNever ? left.whenFalse : eitherOf(left.whenFalse, viaRight),
  }
}

/** Where the truth of a reference is decided, TypeScript has nothing left of it on the other way. */
function neverOf(value: Value, isDecided: boolean): readonly Fact[] {
  return isDecided && value.code.key !== undefined ? learn(value, () => NOTHING) : []
}

export function constantTest(constant: boolean): Test {
  return { code: short(String(constant)), constant, whenTrue: [], whenFalse: [] }
}

export function plainTest(code: Code): Test {
  return { code, whenTrue: [], whenFalse: [] }
}
