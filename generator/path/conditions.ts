/** Choosing: `||`, `&&`, `!`, comparisons and `? :`, with what they say of the values after them. */
import { search } from "@jmespath-community/jmespath"
import { didYouMean } from "../diagnostics/diagnostic.js"
import { describe } from "../shape/describe.js"
import {
  alternatives,
  BOOLEAN,
  has,
  isNullish,
  NOTHING,
  present,
  type Shape,
  unionOf,
} from "../shape/shape.js"
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
import { type Compiler, type Node, type Pair, pick } from "./compiler.js"
import { located, PathError } from "./error.js"
import { eitherOf, type Fact, isNarrowed, knowing, learn, minus, overlap } from "./facts.js"
import { joined } from "./joined.js"
import { literal } from "./literal.js"
import { memberTest } from "./members.js"
import {
  constantTruth,
  hasPlainTruth,
  isFalseOnlyWhenNullish,
  needsOptional,
  nullishPart,
  type Scope,
  type Test,
  type Value,
  whenFalsy,
  whenTruthy,
} from "./value.js"

type Proof = Pick<Test, "whenTrue" | "whenFalse">

export function orExpression(compiler: Compiler, node: Pair, scope: Scope): Value {
  const left = compiler.value(node.left, scope)
  const test = truth(left)
  if (test.constant === true) return left
  if (test.constant === false) return compiler.value(node.right, scope)
  const right = compiler.value(node.right, knowing(scope, test.whenFalse))
  if (left.shape.kind === "boolean" && right.literal === false) return left
  const isNullAnyway = isFalseOnlyWhenNullish(left.shape) && right.literal === null
  if (isNullAnyway && (scope.purpose === "output" || !has(left.shape, "absent"))) return left
  const shape = joined(unionOf(whenTruthy(left.shape), right.shape))
  const code = orCode(left, right)
  const proves = orFacts(test, right, code.precedence === Precedence.coalesce)
  return { code, shape, proves, ...pick(left) }
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
  const selects = memberTest(compiler, node.left, scope)
  if (selects !== undefined) {
    const right = compiler.value(node.right, knowing(scope, selects.whenTrue))
    const inner = knowing(scope, selects.whenFalse)
    const otherwise = valueWhenFalsy(compiler.value(node.left, inner), inner)
    return {
      code: conditional(selects.code, right.code, otherwise.code),
      shape: joined(unionOf(otherwise.shape, right.shape)),
    }
  }
  const test = truth(left)
  if (test.constant === false) return left
  if (test.constant === true) return compiler.value(node.right, scope)
  const right = compiler.value(node.right, knowing(scope, test.whenTrue))
  if (left.shape.kind === "boolean" && right.literal === true) return left
  const shape = unionOf(whenFalsy(left.shape), right.shape)
  if (hasPlainTruth(left.shape)) {
    const proves = andFacts(test, right)
    return { code: binary(left.code, "&&", right.code, Precedence.and), shape, proves }
  }
  const code =
    left.code.reference !== undefined
      ? conditional(test.code, right.code, valueWhenFalsy(left, scope).code)
      : helper("both", [left.code.doc, right.code.doc])
  return { code, shape }
}

function valueWhenFalsy(value: Value, scope: Scope): Value {
  const shape = whenFalsy(value.shape)
  const isNothing = alternatives(present(shape)).length === 0
  if (isNothing && scope.purpose === "output") return literal(null)
  return {
    code: !isNarrowed(shape, value.shape) ? value.code : helper("falsy", [value.code.doc]),
    shape,
  }
}

export function ternaryOf(compiler: Compiler, node: Node<"Ternary">, scope: Scope): Value {
  const test = testOf(compiler, node.condition, scope)
  const branch = (choice: PathNode, facts: readonly Fact[]) =>
    compiler.value(choice, knowing(scope, facts))
  if (test.constant === true) return branch(node.trueExpr, [])
  if (test.constant === false) return branch(node.falseExpr, [])
  const whenTrue = branch(node.trueExpr, test.whenTrue)
  const whenFalse = branch(node.falseExpr, test.whenFalse)
  return {
    code: conditional(test.code, whenTrue.code, whenFalse.code),
    shape: joined(unionOf(whenTrue.shape, whenFalse.shape)),
    ...(whenFalse.literal === null && pick(whenTrue)),
  }
}

export function booleanValue(compiler: Compiler, node: PathNode, scope: Scope): Value {
  const { constant, code, ...proves } = testOf(compiler, node, scope)
  return constant === undefined ? { code, shape: BOOLEAN, proves } : literal(constant)
}

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

function comparisonOf(compiler: Compiler, node: Node<"Comparator">, scope: Scope): Test {
  const left = compiler.value(node.left, scope)
  const right = compiler.value(node.right, scope)
  if (node.name !== "EQ" && node.name !== "NE") {
    const operator = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" }[node.name]
    for (const side of [left, right]) {
      if (side.shape.kind === "number") continue
      const text = compiler.text(side === left ? node.left : node.right)
      const isOnlyNull = isNullish(side.shape) && present(side.shape).kind === "number"
      throw new PathError(
        "GHX1304",
        `\`${operator}\` compares numbers, found ${describe(side.shape)}`,
        {
          help: isOnlyNull ? `give it a default: \`\`(${text} || \`0\`)\`\`` : undefined,
        },
      )
    }
    return plainTest(binary(left.code, operator, right.code, Precedence.relation))
  }
  return equality(left, right, node.name === "EQ")
}

export function equality(left: Value, right: Value, isEqual: boolean): Test {
  const operator = isEqual ? "==" : "!="
  if (left.literal !== undefined && right.literal !== undefined) {
    return constantTest(search([left.literal, right.literal], "[0] == [1]") === isEqual)
  }
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (other.literal !== null) continue
    if (!isNullish(value.shape)) return constantTest(!isEqual)
    const there = learn(value, present)
    const missing = value.code.key === undefined ? [] : learn(value, nullishPart)
    const code = binary(value.code, operator, short("null"), Precedence.equality)
    return isEqual
      ? { code, whenTrue: missing, whenFalse: there }
      : { code, whenTrue: there, whenFalse: missing }
  }
  requireOverlap(left.declared ?? left.shape, right.declared ?? right.shape)
  if (!overlaps(left.shape, right.shape)) {
    // An earlier condition has decided it: what is left always holds, or it never does.
    if (!isEqual) return constantTest(true)
    throw neverEqual(left.shape, right.shape, ", as an earlier condition has decided")
  }
  const areScalars = [left, right].every(({ shape }) =>
    alternatives(shape).every((one) =>
      ["string", "number", "boolean", "null", "absent"].includes(one.kind),
    ),
  )
  const bothNullish = isNullish(left.shape) && isNullish(right.shape)
  if (areScalars && !bothNullish) {
    const code = binary(left.code, `${operator}=`, right.code, Precedence.equality)
    const [equal, different] = [whenEqual(left, right), whenDifferent(left, right)]
    return isEqual
      ? { code, whenTrue: equal, whenFalse: different }
      : { code, whenTrue: different, whenFalse: equal }
  }
  const code = helper("equal", [left.code.doc, right.code.doc])
  return plainTest(isEqual ? code : not(code))
}

function whenEqual(left: Value, right: Value): readonly Fact[] {
  return [
    ...learn(left, (shape) => overlap(shape, right.shape)),
    ...learn(right, (shape) => overlap(shape, left.shape)),
  ]
}

function whenDifferent(left: Value, right: Value): readonly Fact[] {
  const facts = (value: Value, other: Value) =>
    value.code.key === undefined ? [] : learn(value, (shape) => minus(shape, other.shape))
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
  return new PathError("GHX1315", `${describe(left)} is never equal to ${describe(right)}${why}`, {
    help: wanted === undefined ? undefined : didYouMean(wanted, known),
  })
}

function constantTest(constant: boolean): Test {
  return { code: short(String(constant)), constant, whenTrue: [], whenFalse: [] }
}

function plainTest(code: Code): Test {
  return { code, whenTrue: [], whenFalse: [] }
}
