/** Narrowing: what conditions prove about the references they test, as TypeScript does. */
import {
  alternatives,
  FALSE,
  has,
  isNullish,
  isUnbounded,
  NOTHING,
  present,
  type Shape,
  STRING,
  signature,
  TRUE,
  unionOf,
} from "../shape/index.js"
import { helper, literalOf, NULL_VALUE, operation, property } from "./build.js"
import { type Expression, isReference, keyOf } from "./expression.js"
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

export function factOf(expression: Expression, scope: Pick<Scope, "facts">): Fact | undefined {
  const key = scope.facts.length === 0 ? undefined : keyOf(expression)
  return key === undefined ? undefined : scope.facts.findLast((fact) => fact.key === key)
}

export function withFacts<S extends Pick<Scope, "facts">>(scope: S, facts: readonly Fact[]): S {
  return facts.length === 0 ? scope : { ...scope, facts: facts.reduce(withFact, scope.facts) }
}

/** A fact from an outer scope does not replace a newer one. */
function withFact(facts: readonly Fact[], fact: Fact): readonly Fact[] {
  const earlier = facts.findLast(({ key }) => key === fact.key)
  if (earlier === undefined) return [...facts, fact]
  const onUse = () => {
    earlier.onUse?.()
    fact.onUse?.()
  }
  const shape = overlap(earlier.shape, fact.shape)
  return [...facts.filter((one) => one !== earlier), { key: fact.key, shape, onUse }]
}

/** The facts that follow when a value's shape is narrowed: about it and the values it was read from. */
export function factsOfNarrowing(value: Value, narrow: (shape: Shape) => Shape): readonly Fact[] {
  const shape = narrow(value.shape)
  const inherited = isNullish(shape) ? [] : (value.implies ?? [])
  const key = keyOf(value.expression)
  const own = key === undefined ? [] : [{ key, shape }]
  const { declared = value.shape } = value
  return [...inherited, ...ofOwner(value, asText(narrow(declared), declared)), ...own]
}

/** TypeScript does not narrow a string by its truthiness: a falsy string may still have any value. */
function asText(shape: Shape, declared: Shape): Shape {
  const wasText = alternatives(declared).some(
    (one) => one.kind === "string" && !one.values && !one.isOther,
  )
  return wasText && has(shape, "string") ? unionOf(shape, STRING) : shape
}

/** `author.kind == 'User'` determines the member of the union `author`. */
function ofOwner({ owner }: Value, shape: Shape): readonly Fact[] {
  const key = owner && keyOf(owner.value.expression)
  if (owner === undefined || key === undefined) return []
  const members = alternatives(owner.value.shape)
  if (!isDiscriminant(owner.name, owner.value.declared ?? owner.value.shape)) return []
  const kept = members.filter((one) => {
    if (one.kind !== "object") return has(shape, "absent")
    const field = one.fields[owner.name]
    return field !== undefined && alternatives(overlap(field.shape, shape)).length > 0
  })
  return kept.length === members.length ? [] : [{ key, shape: unionOf(...kept) }]
}

/**
 * Whether TypeScript can discriminate a union by a field: all members must have it, and at least one with literal
 * types.
 */
function isDiscriminant(name: string, owner: Shape): boolean {
  const objects = alternatives(owner).filter((one) => one.kind === "object")
  const shapes = objects.map((one) => one.fields[name]?.shape)
  const known = shapes.filter((shape) => shape !== undefined)
  if (known.length < 2 || known.length < shapes.length) return false
  const literals = known.filter(isLiteral)
  if (literals.length < known.length) return literals.length > 0
  return new Set(literals.map(signature)).size > 1
}

function isLiteral(shape: Shape): boolean {
  return alternatives(shape).every((one) => {
    if (one.kind === "string" || one.kind === "number") return one.values !== undefined
    return one.kind === "null" || one.kind === "absent" || one.kind === "boolean"
  })
}

export function isNarrowed(shape: Shape, declared: Shape): boolean {
  const [members, all] = [alternatives(shape), alternatives(declared)]
  return (
    members.length !== all.length || members.some((one) => !all.some((two) => isAlike(one, two)))
  )
}

function isAlike(a: Shape, b: Shape): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === "boolean" && b.kind === "boolean") return a.value === b.value
  if (a.kind === "string" && b.kind === "string") return a.values?.length === b.values?.length
  if (a.kind === "number" && b.kind === "number") return a.values?.length === b.values?.length
  return isSame(a, b) || a.kind !== "object"
}

export function eitherOf(one: readonly Fact[], other: readonly Fact[]): readonly Fact[] {
  const latest = (facts: readonly Fact[]) => new Map(facts.map((fact) => [fact.key, fact]))
  const others = latest(other)
  return [...latest(one).values()].flatMap((fact): Fact[] => {
    const second = others.get(fact.key)
    return second === undefined ? [] : [{ key: fact.key, shape: unionOf(fact.shape, second.shape) }]
  })
}

/** The values that belong to both shapes, as far as shapes can tell. Objects and lists are taken from `one`. */
export function overlap(one: Shape, other: Shape): Shape {
  return unionOf(
    ...alternatives(one).flatMap((a) => {
      const partners = alternatives(other).filter((b) => b.kind === a.kind)
      if (has(other, "any")) return [a]
      if (a.kind === "any") return [other]
      if (a.kind === "object")
        return partners.some((b) => isSame(a, b)) ? [a] : partners.slice(0, 0)
      return partners.flatMap((b) => common(a, b))
    }),
  )
}

function isSame(a: Shape, b: Shape): boolean {
  if (a === b || a.kind !== "object" || b.kind !== "object") return a === b
  if (!isUnbounded(a) && !isUnbounded(b)) return signature(a) === signature(b)
  const [own, others] = [a, b].map(({ fields }) => Object.keys(fields).sort().join("\n"))
  return own === others
}

function common(a: Shape, b: Shape): Shape[] {
  if (a.kind === "string" && b.kind === "string")
    if ((a.isOther && b.values) || (b.isOther && a.values)) return []
  const [values, others] = [valuesOf(a), valuesOf(b)]
  if (values && others) return keptValues(a, (value) => others.includes(value))
  return [values || a.kind === "array" ? a : b]
}

/** The shape of a value that differs from another; only a single-valued shape narrows it. */
export function minus(shape: Shape, other: Shape): Shape {
  const [excluded, ...others] = valuesOf(other) ?? []
  if (excluded === undefined || others.length > 0) return shape
  const members = alternatives(shape).flatMap((one) => {
    if (one.kind !== other.kind) return [one]
    const isAny = one.kind === "boolean" && one.value === undefined
    return isAny ? [excluded ? FALSE : TRUE] : keptValues(one, (value) => value !== excluded)
  })
  return unionOf(...members)
}

type Scalar = string | number | boolean

/** The values of a shape, if only some of its kind are possible. */
function valuesOf(shape: Shape): readonly Scalar[] | undefined {
  if (shape.kind === "boolean") return shape.value === undefined ? undefined : [shape.value]
  return shape.kind === "string" || shape.kind === "number" ? shape.values : undefined
}

/** The shape with only some of its values; nothing if none is left. */
function keptValues(shape: Shape, isKept: (value: Scalar) => boolean): Shape[] {
  const kept = valuesOf(shape)?.filter(isKept)
  if (kept === undefined) return [shape]
  if (kept.length === 0) return []
  if (shape.kind === "string") return [{ ...shape, values: shape.values?.filter(isKept) ?? [] }]
  if (shape.kind === "number") return [{ ...shape, values: shape.values?.filter(isKept) ?? [] }]
  return [shape]
}

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
