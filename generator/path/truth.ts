/** Truthiness, and the narrowing it implies. */
import { alternatives, isNullish, NOTHING, present } from "../shape/index.js"
import { helper, literalOf, NULL_VALUE, operation, property } from "./build.js"
import { type Expression, isReference, keyOf } from "./expression.js"
import { eitherOf, factsOfNarrowing } from "./facts.js"
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

/** The JavaScript condition that is true whenever the value is true in JMESPath. */
export function truth(value: Value): Test {
  const { shape, expression } = value
  const constant = constantTruth(value)
  if (constant !== undefined) return constantTest(constant)
  const whenTrue = factsOfNarrowing(value, whenTruthy)
  const whenFalse = keyOf(expression) === undefined ? [] : factsOfNarrowing(value, whenFalsy)
  const proofs = { whenTrue, whenFalse }
  if (value.isOpaque) return plainTest(helper("truthy", expression))
  if (hasPlainTruth(shape)) return { expression, ...(value.proves ?? proofs) }
  const isThere = operation(expression, "!=", NULL_VALUE)
  if (isFalseOnlyWhenNullish(shape)) return { expression: isThere, ...proofs }
  const isList = alternatives(present(shape)).every((member) => member.kind === "array")
  if (isList)
    return {
      expression: property(expression, "length", needsOptional(value)),
      whenTrue,
      whenFalse: [],
    }
  const test = helper("truthy", expression)
  if (!isReference(expression) || !isNullish(shape)) return plainTest(test)
  return {
    expression: operation(isThere, "&&", test),
    whenTrue: factsOfNarrowing(value, present),
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

/** If the truth of a reference is already decided, TypeScript narrows it to `never` in the other branch. */
function neverOf(value: Value, isDecided: boolean): readonly Fact[] {
  return isDecided && keyOf(value.expression) !== undefined
    ? factsOfNarrowing(value, () => NOTHING)
    : []
}

export function constantTest(constant: boolean): Test {
  return { expression: literalOf(constant), constant, whenTrue: [], whenFalse: [] }
}

export function plainTest(expression: Expression): Test {
  return { expression, whenTrue: [], whenFalse: [] }
}
