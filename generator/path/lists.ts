import { isFalseForNull, isNullStrict, type PathNode } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import {
  alternatives,
  arrayOf,
  describe,
  has,
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
  reference,
} from "./build.js"
import { type Compiler, hintOf, hintOfValue, type Node, type Pair, PathError } from "./compiler.js"
import { testOf } from "./conditions.js"
import { withFacts } from "./facts.js"
import { dropNullish, isNothing, onList, requireList } from "./list-values.js"
import { normalize } from "./literal.js"
import {
  callbackScope,
  isJoined,
  needsOptional,
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
