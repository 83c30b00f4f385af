/** The functions of path expressions: some of JMESPath's, and those for GitHub's data. */
import { aboutPath } from "../messages/index.js"
import {
  alternatives,
  arrayOf,
  BOOLEAN,
  CONTENT,
  describe,
  INTEGER,
  isNullish,
  NULL,
  NUMBER,
  present,
  type Shape,
  STRING,
  unionOf,
} from "../shape/index.js"
import { type Accepted, type Call, requireCount, requireKind } from "./arguments.js"
import {
  call,
  choice,
  coalesce,
  helper,
  lambda,
  literalOf,
  method,
  property,
  reference,
} from "./build.js"
import { hintOfValue, narrowedValue, PathError } from "./compiler.js"
import { type Expression, keyOf } from "./expression.js"
import { factsOfNarrowing, orFacts, truth, withFacts } from "./facts.js"
import { hasField, splitBy } from "./members.js"
import type { HelperName } from "./names.js"
import {
  callbackScope,
  choiceShape,
  type Fact,
  isFalseOnlyWhenNullish,
  literal,
  normalize,
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

export const callOf =
  (name: string) =>
  (...args: readonly Expression[]) =>
    call(name, ...args)

export const helperOf =
  (name: HelperName) =>
  (...args: readonly Expression[]) =>
    helper(name, ...args)

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

const contains = functionOf(
  [
    ["string", "array"],
    ["string", "number", "boolean"],
  ],
  (call, subject, search) => {
    const isText = alternatives(subject.shape).every((member) => member.kind === "string")
    if (isText) requireKind(call, 1, search, ["string"])
    const items = itemsOf(subject.shape)
    // TypeScript's `includes` requires an argument of the items' type.
    const isPlain = alternatives(items).every((item) => item.kind === "string" && !item.values)
    const includes = isText || (isPlain && search.shape.kind === "string")
    const expression = includes
      ? method(subject.expression, "includes", [search.expression], false)
      : helper("contains", subject.expression, search.expression)
    return { expression, shape: BOOLEAN }
  },
)

/** The list of `map(&value, list)` and `latest(list, &number, &text)`, and the expression applied to each item. */
function appliedTo(call: Call, at: 0 | 1, key: 0 | 1 | 2, scope: Scope) {
  const [node, applied] = [call.nodes[at], call.nodes[key]]
  const list = call.compiler.value(node ?? { type: "Current" }, scope)
  requireKind(call, at, list, ["array"])
  const { name, inner } = callbackScope(list.hint, scope)
  const item = itemsOf(list.shape)
  const current: Value = { expression: reference(name), shape: item }
  if (applied?.type !== "ExpressionReference")
    throw new PathError(aboutPath.needsExpression(call.name))
  const value = call.compiler.value(applied.child, { ...inner, current })
  return { list, item, name, value }
}

const map: Compile = (call, scope) => {
  requireCount(call, 2)
  const { list, name, value } = appliedTo(call, 1, 0, scope)
  const { expression, shape } = normalize(value, scope)
  return {
    expression: method(list.expression, "map", [lambda(name, expression)], false),
    shape: arrayOf(shape),
    ...hintOfValue(list),
  }
}

/** `latest(list, &number, &text)`: of the items with the same text, those with the greatest number. */
const latest: Compile = (call, scope) => {
  requireCount(call, 3)
  const number = appliedTo(call, 0, 1, scope)
  const text = appliedTo(call, 0, 2, scope)
  for (const [{ value }, kind] of [
    [number, "number"],
    [text, "string"],
  ] as const) {
    if (value.shape.kind !== kind)
      throw new PathError(aboutPath.keyOfLatest(kind, describe(value.shape)))
  }
  const { list, item } = number
  return {
    expression: helper(
      "latest",
      list.expression,
      lambda(number.name, number.value.expression),
      lambda(text.name, text.value.expression),
    ),
    shape: arrayOf(item),
    ...hintOfValue(list),
  }
}

const length = functionOf([["string", "array", "bytes"]], (call, subject) => {
  if (subject.shape.kind === "array" || subject.shape.kind === "bytes") {
    return { expression: property(subject.expression, "length", false), shape: INTEGER }
  }
  requireKind(call, 0, subject, ["string"])
  return { expression: helper("characters", subject.expression), shape: INTEGER }
})

/** `[name, value]` for each property of a map. */
const items = functionOf([["object"]], ({ name }, map) => {
  const objects = alternatives(map.shape).flatMap((one) => (one.kind === "object" ? [one] : []))
  const values = objects.flatMap(({ rest }) => rest ?? [])
  if (values.length === 0 || objects.some(({ fields }) => Object.keys(fields).length > 0))
    throw new PathError(aboutPath.needsMap(name, describe(map.shape)))
  const each = [STRING, unionOf(...values)]
  const pair: Shape = { kind: "array", items: unionOf(...each), each, isTuple: true }
  return { expression: call("Object.entries", map.expression), shape: arrayOf(pair), hint: "items" }
})

/** A map of pairs `[name, value]`. */
const fromItems = functionOf([["array"]], (_call, list) => {
  const pair = itemsOf(list.shape)
  const [name, value, ...others] = pair.kind === "array" ? (pair.each ?? []) : []
  const isPair = name?.kind === "string" && value !== undefined && others.length === 0
  if (!isPair) throw new PathError(aboutPath.needsPairs(describe(list.shape)))
  const shape: Shape = { kind: "object", fields: {}, rest: value }
  return { expression: helper("fromItems", list.expression), shape }
})

/**
 * Encrypts a string so that only the owner of a public key can read it. Allowed in bodies only, because its library is
 * loaded for these.
 */
const seal: Compile = (call, scope) => {
  if (!scope.seals) throw new PathError(aboutPath.sealsBodiesOnly())
  return plainFunction([["string"], ["string"]], STRING, helperOf("seal"))(call, scope)
}

/** A part of content is content. */
const ofContent = ({ shape }: Value): Shape =>
  shape.kind === "string" && shape.isContent ? CONTENT : STRING

/** Name → compiler of the call. */
export const functions: Readonly<Record<string, Compile>> = {
  base64: plainFunction([["string", "bytes"]], STRING, helperOf("base64")),
  contains,
  floor: plainFunction([["number"]], INTEGER, callOf("Math.floor")),
  from_items: fromItems,
  grouped: plainFunction([["string"]], STRING, helperOf("grouped")),
  items,
  join: plainFunction([["string"], { listOf: "string" }], STRING, (glue, list) =>
    method(list, "join", [glue], false),
  ),
  latest,
  keys: plainFunction([["object"]], arrayOf(STRING), callOf("Object.keys")),
  length,
  lower: caseFunction("toLowerCase", "lowerCase", (text) => text.toLowerCase()),
  map,
  not_null: notNull,
  seal,
  split: plainFunction([["string"], ["string"]], arrayOf(STRING), methodOf("split")),
  tail: plainFunction([["string"], ["number"]], ofContent, helperOf("tail")),
  to_number: functionOf([["string", "number"]], (_call, subject) =>
    subject.shape.kind === "number"
      ? subject
      : { expression: helper("toNumber", subject.expression), shape: unionOf(NUMBER, NULL) },
  ),
  to_string: functionOf([["string", "number", "boolean", "null", "absent"]], (_call, subject) =>
    subject.shape.kind === "string"
      ? subject
      : { expression: helper("toText", subject.expression), shape: STRING },
  ),
  trim: plainFunction([["string"]], STRING, methodOf("trim")),
  until_last_error: plainFunction([["string"]], ofContent, helperOf("untilLastError")),
  upper: caseFunction("toUpperCase", "upperCase", (text) => text.toUpperCase()),
}

export function isFunction(name: string): boolean {
  return Object.hasOwn(functions, name)
}
