import { singular } from "../../planner/table/index.js"
import { isFalseForNull, isNullStrict, type PathNode } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import {
  ABSENT,
  alternatives,
  arrayOf,
  describe,
  has,
  isNullish,
  NOTHING,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import {
  call,
  choice,
  EMPTY_LIST,
  helper,
  lambda,
  listOf,
  literalOf,
  method,
  property,
  reference,
} from "./build.js"
import { type Compiler, hintOf, hintOfValue, type Node, type Pair, PathError } from "./compiler.js"
import { testOf } from "./conditions.js"
import { withFacts } from "./facts.js"
import { mapPresent } from "./reading.js"
import {
  callbackScope,
  isJoined,
  needsOptional,
  normalize,
  nullishPart,
  type Scope,
  type Value,
} from "./value.js"

export function flattenOf(list: Value, scope: Scope): Value {
  const { items } = requireList(list, "[]")
  if (!has(items, "array")) return list
  const flat = unionOf(
    ...alternatives(items).map((item) => (item.kind === "array" ? item.items : item)),
  )
  const apply = (there: Value): Value => ({
    expression: method(there.expression, "flat", [], needsOptional(there)),
    shape: arrayOf(flat),
  })
  return { ...onList(list, scope, apply), ...hintOfValue(list) }
}

export function valuesOf(compiler: Compiler, node: PathNode, scope: Scope): Value {
  const object = compiler.value(node, scope)
  const objects = alternatives(object.shape).flatMap((one) => (one.kind === "object" ? [one] : []))
  if (objects.length === 0 || objects.length < alternatives(object.shape).length) {
    const isOnlyNull = alternatives(present(object.shape)).length === objects.length
    const help = aboutPath.giveDefault(`(${compiler.text(node)} || \`{}\`)`)
    throw new PathError(
      aboutPath.needsObject(
        describe(object.shape),
        objects.length > 0 && isOnlyNull ? help : undefined,
      ),
      compiler.at(node),
    )
  }
  const fields = objects.flatMap((one) => Object.values(one.fields))
  const others = objects.flatMap(({ rest }) => rest ?? [])
  if (fields.length === 0 && others.length === 0) {
    throw new PathError(aboutPath.needsKnownObject())
  }
  if (objects.some((one) => one.rest !== undefined && Object.keys(one.fields).length > 0)) {
    throw new PathError(aboutPath.namedAndOthers())
  }
  for (const field of fields) scope.onRead(field)
  const items = unionOf(...fields.map((field) => field.shape), ...others)
  return {
    expression: call("Object.values", object.expression),
    shape: arrayOf(items),
    hint: "values",
  }
}

export function projectionOf(compiler: Compiler, node: Pair, scope: Scope): Value {
  return project(compiler, compiler.value(node.left, scope), node.right, scope)
}

export function filterProjection(
  compiler: Compiler,
  node: Node<"FilterProjection">,
  scope: Scope,
): Value {
  const { condition, right } = node
  const list = compiler.value(node.left, scope)
  const { items } = requireList(list, "a filter")
  if (isNothing(list)) return list
  const having = havingField(condition, list, items, scope)
  if (having !== undefined) return project(compiler, having, right, scope)
  const source = isFalseForNull(condition) ? dropNullish(list) : list
  const apply = (there: Value, outer: Scope): Value => {
    const { name, inner } = callbackScope(list.hint, outer)
    const item = itemOf(name, source)
    const test = testOf(compiler, condition, { ...inner, current: item })
    let isProved = false
    const facts = test.whenTrue.map((fact) => ({
      ...fact,
      onUse: () => {
        isProved = true
        fact.onUse?.()
      },
    }))
    const proved = withFacts({ ...inner, current: { ...item, hint: list.hint ?? "items" } }, facts)
    const body = normalize(compiler.value(right, proved), scope)
    const optional = needsOptional(there)
    const shape = arrayOf(body.shape)
    if (isProved) {
      const kept = choice(test.expression, listOf([body.expression]), EMPTY_LIST)
      return {
        expression: method(there.expression, "flatMap", [lambda(name, kept)], optional),
        shape,
      }
    }
    const filtered = method(there.expression, "filter", [lambda(name, test.expression)], optional)
    if (isIdentity(right)) return { expression: filtered, shape }
    return { expression: method(filtered, "map", [lambda(name, body.expression)], false), shape }
  }
  return {
    ...dropNullish(onList(source, scope, apply)),
    hint: hintOf(right) ?? list.hint ?? "items",
  }
}

function itemOf(name: string, list: Value): Value {
  return { expression: reference(name), shape: requireList(list, "a projection").items }
}

function isIdentity(node: PathNode): boolean {
  return node.type === "Identity" || node.type === "Current"
}

/** `[?field]` over a union keeps the items of the types that select the field, and narrows the type to these. */
function havingField(
  condition: PathNode,
  list: Value,
  items: Shape,
  scope: Scope,
): Value | undefined {
  if (condition.type !== "Field" || isJoined(items)) return undefined
  const { name } = condition
  const objects = alternatives(present(items))
  const holders = objects.filter((one) => one.kind === "object" && Object.hasOwn(one.fields, name))
  if (holders.length === 0 || holders.length === objects.length) return undefined
  for (const holder of holders) {
    const field = holder.kind === "object" ? holder.fields[name] : undefined
    if (field !== undefined) scope.onRead(field)
  }
  return {
    expression: helper("having", list.expression, literalOf(name)),
    shape: unionOf(nullishPart(list.shape), arrayOf(unionOf(...holders))),
    ...hintOfValue(list),
  }
}

export function project(compiler: Compiler, list: Value, right: PathNode, scope: Scope): Value {
  requireList(list, "a projection")
  if (isNothing(list)) return list
  const source = isNullStrict(right) ? dropNullish(list) : list
  if (isIdentity(right)) return source
  const apply = (there: Value, outer: Scope): Value => {
    const { name, inner } = callbackScope(list.hint, outer)
    const item: Value = { ...itemOf(name, source), hint: list.hint ?? "items" }
    const body = normalize(compiler.value(right, { ...inner, current: item }), scope)
    const mapped: Value = {
      expression: method(
        there.expression,
        "map",
        [lambda(name, body.expression)],
        needsOptional(there),
      ),
      shape: arrayOf(body.shape),
    }
    return mapped
  }
  return {
    ...dropNullish(onList(source, scope, apply)),
    hint: hintOf(right) ?? list.hint ?? "items",
  }
}

export function dropNullish(list: Value): Value {
  const { items } = requireList(list, "a projection")
  if (!isNullish(items)) return list
  return {
    expression: helper("present", list.expression),
    shape: unionOf(nullishPart(list.shape), arrayOf(present(items))),
    ...hintOfValue(list),
  }
}

/** Calls a method of a list that may be null: null stays null, absent stays absent. */
export function onList(
  list: Value,
  scope: Scope,
  apply: (there: Value, scope: Scope) => Value,
): Value {
  if (scope.purpose === "request" && has(list.shape, "null")) {
    return mapPresent(list, scope, apply)
  }
  const result = apply(list, scope)
  const chains = isNullish(list.shape)
  return chains
    ? { ...result, shape: unionOf(result.shape, ABSENT), chained: result.shape }
    : result
}

/** Whether a value is known to be null, so that nothing is read from it. */
export function isNothing(value: Value): boolean {
  return alternatives(present(value.shape)).length === 0
}

export function requireList(value: Value, what: string): { items: Shape } {
  const lists = alternatives(present(value.shape))
  const items: Shape[] = []
  for (const member of lists) {
    if (member.kind !== "array") {
      throw new PathError(aboutPath.needsList(what, describe(value.shape)))
    }
    items.push(member.items)
  }
  return { items: items.length === 0 ? NOTHING : unionOf(...items) }
}

export function indexOf(node: Node<"Index">, scope: Scope): Value {
  const list = requireList(scope.current, `[${node.value}]`)
  if (isNothing(scope.current)) return scope.current
  const { shape } = scope.current
  const isTuple = shape.kind === "array" && shape.isTuple
  const own = isTuple && node.value >= 0 ? shape.each?.[node.value] : undefined
  if (own !== undefined) {
    // With a plain number, TypeScript knows the type of each member of a tuple.
    return { expression: property(scope.current.expression, String(node.value), false), shape: own }
  }
  const apply = (there: Value): Value => ({
    expression: method(there.expression, "at", [literalOf(node.value)], needsOptional(there)),
    shape: unionOf(list.items, ABSENT),
  })
  return { ...onList(scope.current, scope, apply), hint: singular(scope.current.hint ?? "items") }
}

export function sliceOf(node: Node<"Slice">, scope: Scope): Value {
  const list = requireList(scope.current, "a slice")
  if (isNothing(scope.current)) return scope.current
  const step = node.step ?? 1
  if (step === 0) throw new PathError(aboutPath.stepOfZero())
  const apply = (there: Value): Value => {
    const shape = arrayOf(list.items)
    if (step === 1) {
      const bounds = [node.start ?? 0, ...(node.stop === null ? [] : [node.stop])].map(literalOf)
      return { expression: method(there.expression, "slice", bounds, needsOptional(there)), shape }
    }
    return mapPresent(there, scope, (one) => ({
      expression: helper("slice", one.expression, ...[node.start, node.stop, step].map(literalOf)),
      shape,
    }))
  }
  return { ...onList(scope.current, scope, apply), hint: scope.current.hint ?? "items" }
}
