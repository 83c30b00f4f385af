/** What is true-like, and what that says of the values after it. */
import { alternatives, isNullish, NOTHING, present } from "../shape/index.js"
import { binary, type Code, helper, Precedence, property, short } from "./code.js"
import { eitherOf, learn } from "./facts.js"
import {
  constantTruth,
  type Fact,
  hasPlainTruth,
  isFalseOnlyWhenNullish,
  needsOptional,
  type Test,
  type Value,
  whenFalsy,
  whenTruthy,
} from "./value.js"

type Proof = Pick<Test, "whenTrue" | "whenFalse">

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
