import { didYouMean } from "../diagnostics/index.js"
import { childrenOf, type PathNode } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import { type Field, type ObjectShape, unionOf } from "../shape/index.js"
import { helper, lambda, listOf, objectOf, reference } from "./build.js"
import { type Compiler, hintOfValue, type Node, narrowedValue } from "./compiler.js"
import { PathError } from "./error.js"
import { isReference } from "./expression.js"
import { functions } from "./functions.js"
import { normalize } from "./literal.js"
import { callbackScope, choiceShape, holdsObjects, type Scope, type Value } from "./value.js"

export function multiSelectHash(
  compiler: Compiler,
  node: Node<"MultiSelectHash">,
  scope: Scope,
): Value {
  const fields: [string, Field][] = []
  const members = node.children.map((pair) => {
    const value = normalize(compiler.value(pair.value, scope), scope)
    fields.push([pair.name, { shape: value.shape }])
    return [pair.name, value.expression] as const
  })
  const shape: ObjectShape = { kind: "object", fields: Object.fromEntries(fields) }
  const start = scope.mappedByShape?.(node, narrowedValue(scope.current, scope))
  return { expression: objectOf(members, start), shape, isBuilt: node.children.length > 0 }
}

export function multiSelectList(
  compiler: Compiler,
  node: Node<"MultiSelectList">,
  scope: Scope,
): Value {
  const values = node.children.map((child) =>
    normalize(compiler.value(child, scope), { purpose: "output" }),
  )
  const shape = unionOf(...values.map((value) => value.shape))
  const items = values.map((value) => value.expression)
  const each = values.map((value) => value.shape)
  // If one object type is assignable to the other, TypeScript reduces `[a, b]` to the wider type.
  const isReduced = choiceShape(shape) !== shape && each.filter(holdsObjects).length > 1
  const expression = isReduced ? helper("listOf", ...items) : listOf(items)
  return { expression, shape: { kind: "array", items: shape, each }, isBuilt: values.length > 0 }
}

/**
 * Substitutes a variable's expression, which has no side effects. An expression that is not a reference and is read
 * more than once is bound instead, because nested variables would double the code each time.
 */
export function letExpression(
  compiler: Compiler,
  node: Node<"LetExpression">,
  scope: Scope,
): Value {
  const bound = node.bindings.map(
    (one) => [one.variable, compiler.value(one.reference, scope)] as const,
  )
  const bind = (at: number, inner: Scope): Value => {
    const binding = bound[at]
    if (binding === undefined) return compiler.value(node.expression, inner)
    const [variable, value] = binding
    const having = (one: Value, scope: Scope) =>
      bind(at + 1, { ...scope, variables: new Map([...scope.variables, [variable, one]]) })
    const isCheap = isReference(value.expression) || value.literal !== undefined
    // Inside a callback, TypeScript forgets what conditions proved about the current value.
    const isProved = inner.current.declared !== undefined
    if (isCheap || isProved || readsOfVariable(node.expression, variable) <= 1)
      return having(value, inner)
    const { name, inner: within } = callbackScope(variable, inner)
    const named: Value = { expression: reference(name), shape: value.shape, ...hintOfValue(value) }
    const body = having(named, within)
    return {
      expression: helper("pipe", value.expression, lambda(name, body.expression)),
      shape: body.shape,
    }
  }
  return bind(0, scope)
}

function readsOfVariable(node: PathNode, name: string): number {
  if (node.type === "Variable") return node.name === name ? 1 : 0
  return childrenOf(node).reduce((sum, part) => sum + readsOfVariable(part, name), 0)
}

function nameOf(node: Node<"Function">, compiler: Compiler): PathError["at"] {
  const origin = compiler.at(node)
  const { text = "", at } = origin?.written ?? {}
  if (at === undefined || !text.startsWith(node.name, at.start)) return origin
  const end = at.start + node.name.length
  return { ...origin, written: { text, at: { start: at.start, end } } }
}

export function functionCall(compiler: Compiler, node: Node<"Function">, scope: Scope): Value {
  const compile = functions[node.name]
  if (compile === undefined || !Object.hasOwn(functions, node.name)) {
    const help = didYouMean(node.name, Object.keys(functions))
    throw new PathError(aboutPath.noFunction(node.name, help), nameOf(node, compiler))
  }
  const own = {
    ...compiler,
    isAfterDot: () => compiler.isStep(node),
    isOfInput: scope.purpose === "request",
  }
  return compile({ name: node.name, nodes: node.children, compiler: own }, scope)
}
