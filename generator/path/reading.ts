import { didYouMean } from "../diagnostics/index.js"
import { type PathNode, readsOfCurrent } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import {
  ABSENT,
  ANY,
  alternatives,
  describe,
  has,
  isNullish,
  NULL,
  type ObjectShape,
  present,
  type Shape,
  STRING,
  unionOf,
} from "../shape/index.js"
import { helper, lambda, literalOf, NULL_VALUE, operation, property, reference } from "./build.js"
import {
  type Compiler,
  hintOfValue,
  type Node,
  narrowedValue,
  type Pair,
  PathError,
} from "./compiler.js"
import { isReference } from "./expression.js"
import { andFacts, factOf, factsOfNarrowing, truth, withFacts } from "./facts.js"
import {
  callbackScope,
  choiceShape,
  type Fact,
  hasPlainTruth,
  isFalseOnlyWhenNullish,
  isJoined,
  needsOptional,
  nullishPart,
  type Scope,
  type Value,
} from "./value.js"

export function fieldOf(compiler: Compiler, node: Node<"Field">, scope: Scope): Value {
  const current = narrowedValue(scope.current, scope)
  const members = alternatives(present(current.shape))
  if (members.some((member) => member.kind === "any")) {
    return { expression: helper("member", current.expression, literalOf(node.name)), shape: ANY }
  }
  const objects = members.filter((member) => member.kind === "object")
  if (members.length === 0) return { expression: NULL_VALUE, shape: NULL, literal: null }
  if (objects.length === 0) {
    const isList = has(current.shape, "array")
    throw new PathError(
      aboutPath.hasNoFields(node.name, describe(current.shape), isList),
      compiler.at(node),
    )
  }
  const holders = objects.filter((object) => Object.hasOwn(object.fields, node.name))
  if (holders.length === 0) {
    // Another member of the union has the field, but a condition has excluded that member.
    const others = alternatives(current.declared ?? current.shape)
    const isElsewhere = others.some(
      (one) => one.kind === "object" && Object.hasOwn(one.fields, node.name),
    )
    if (isElsewhere) return { expression: NULL_VALUE, shape: NULL, literal: null }
    const maps = objects.flatMap(({ rest }) => rest ?? [])
    if (maps.length > 0) return memberOfUnion(node, current, unionOf(...maps))
    throw noSuchField(node, objects, compiler.at(node))
  }
  for (const holder of holders) {
    const field = holder.fields[node.name]
    if (field !== undefined) scope.onRead(field)
  }
  const shapes = unionOf(...holders.map((holder) => holder.fields[node.name]?.shape ?? ANY))
  const shape = isJoined(current.shape) ? choiceShape(shapes) : shapes
  if (holders.length < members.length) return memberOfUnion(node, current, shape)
  return readField(current, node.name, shape, scope)
}

function memberOfUnion(node: Node<"Field">, current: Value, shape: Shape): Value {
  return {
    expression: helper("member", current.expression, literalOf(node.name)),
    shape: unionOf(shape, ABSENT),
    hint: node.name,
  }
}

function readField(object: Value, name: string, shape: Shape, scope: Scope): Value {
  const hint = name === "nodes" || name === "edges" ? (object.hint ?? name) : name
  if (scope.purpose === "request" && has(object.shape, "null")) {
    return { ...mapPresent(object, scope, (there) => readField(there, name, shape, scope)), hint }
  }
  const optional = needsOptional(object)
  const chains = optional || object.chained !== undefined
  const expression = property(object.expression, name, optional)
  const owner = { value: object, name }
  const read = { expression, shape: chains ? unionOf(shape, ABSENT) : shape, owner, hint }
  if (factOf(expression, scope) !== undefined) return narrowedValue(read, scope)
  const implies = presenceFacts(object)
  return chains ? { ...read, chained: shape, implies } : { ...read, implies }
}

/** The facts that hold after something was read from a value: the value is present. */
function presenceFacts(value: Value): readonly Fact[] {
  return factsOfNarrowing(value, present)
}

export function variableOf(compiler: Compiler, node: Node<"Variable">, scope: Scope): Value {
  const value = scope.variables.get(node.name)
  if (value !== undefined) return narrowedValue(value, scope)
  const help = didYouMean(node.name, scope.variables.keys())?.replace("`", "`$")
  throw new PathError(aboutPath.noVariable(node.name, help), compiler.at(node))
}

export function subexpression(compiler: Compiler, node: PathNode & Pair, scope: Scope): Value {
  const left = compiler.value(node.left, scope)
  if (node.left.type === "NotExpression") {
    const text = compiler.text(node).replace(/^!\s*/, "")
    throw new PathError(aboutPath.notBeforeDot(text), compiler.at(node))
  }
  if (node.right.type === "Field") return fieldOf(compiler, node.right, { ...scope, current: left })
  return mapPresent(left, scope, (there, inner) =>
    compiler.value(node.right, { ...inner, current: there }),
  )
}

export function pipeTo(compiler: Compiler, left: Value, right: PathNode, scope: Scope): Value {
  const cheap = isReference(left.expression) || readsOfCurrent(right) <= 1
  if (cheap) return compiler.value(right, { ...scope, current: left })
  const { name, inner } = callbackScope(left.hint, scope)
  const current: Value = { expression: reference(name), shape: left.shape, ...hintOfValue(left) }
  const body = compiler.value(right, { ...inner, current })
  const expression = helper("pipe", left.expression, lambda(name, body.expression))
  return { expression, shape: body.shape }
}

/** Applies `then` to a present value; null stays null and absent stays absent. */
export function mapPresent(
  value: Value,
  scope: Scope,
  then: (there: Value, scope: Scope) => Value,
): Value {
  if (!isNullish(value.shape)) {
    if (isReference(value.expression)) return then(value, scope)
  } else if (
    isReference(value.expression) &&
    isFalseOnlyWhenNullish(value.shape) &&
    hasPlainTruth(value.shape)
  ) {
    const { declared = value.shape } = value
    const there: Value = {
      expression: value.expression,
      shape: present(value.shape),
      declared,
      ...hintOfValue(value),
    }
    const result = then(there, withFacts(scope, presenceFacts(value)))
    return {
      expression: operation(value.expression, "&&", result.expression),
      shape: unionOf(nullishPart(value.shape), result.shape),
      proves: andFacts(truth(value), result),
    }
  }
  const { name, inner } = callbackScope(value.hint, scope)
  const there: Value = {
    expression: reference(name),
    shape: present(value.shape),
    ...hintOfValue(value),
  }
  const body = then(there, inner)
  return {
    expression: helper("given", value.expression, lambda(name, body.expression)),
    // TypeScript types a function's string result as string.
    shape: unionOf(
      nullishPart(value.shape),
      typeof body.literal === "string" ? STRING : body.shape,
    ),
  }
}

function noSuchField(
  node: Node<"Field">,
  objects: readonly ObjectShape[],
  at: PathError["at"],
): PathError {
  const names = new Set(objects.flatMap((object) => Object.keys(object.fields)))
  const owner = describe(unionOf(...objects))
  const known = [...names].slice(0, 12).map((name) => `\`${name}\``)
  const list = known.length === 0 ? "it has no fields" : `it has ${known.join(", ")}`
  const help = didYouMean(node.name, names) ?? list
  return new PathError(aboutPath.noField(node.name, owner, help), at)
}
