/** Compiles path expressions (JMESPath) to TypeScript, and infers their types. */

import { didYouMean } from "../diagnostics/index.js"
import { childrenOf, type Path, type PathNode, printPath } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import { type Field, type ObjectShape, unionOf } from "../shape/index.js"
import { helper, lambda, listOf, objectOf, reference } from "./build.js"
import { andExpression, booleanValue, orExpression, ternaryOf } from "./choices.js"
import {
  type Compiler,
  hintOfValue,
  type Node,
  narrowedValue,
  PathError,
  withLocation,
} from "./compiler.js"
import { isReference } from "./expression.js"
import { functions } from "./functions.js"
import {
  filterProjection,
  flattenOf,
  indexOf,
  project,
  projectionOf,
  sliceOf,
  valuesOf,
} from "./lists.js"
import { fieldOf, pipeTo, subexpression, variableOf } from "./reading.js"
import {
  callbackScope,
  choiceShape,
  holdsObjects,
  literal,
  normalize,
  type Scope,
  type Value,
} from "./value.js"

/** Compiles an expression in a scope. Throws a `PathError` with the location and the reason if that is impossible. */
export function compilePath(path: Path, scope: Scope): Value {
  const { root } = path
  if (root === undefined)
    throw new Error(`${path.text} cannot be parsed, which was reported before`)
  const writtenOf = (node: PathNode) => path.originOf(node)?.written
  const compiler: Compiler = {
    value: (node, inner) => {
      return withLocation(
        () => path.originOf(node),
        () => compileNode(compiler, node, inner),
      )
    },
    at: (node) => path.originOf(node),
    text: (node) => {
      const written = writtenOf(node)
      return written ? written.text.slice(written.at.start, written.at.end) : printPath(node)
    },
    isStep: (node) => {
      const { text = "", at } = writtenOf(node) ?? {}
      return text.slice(0, at?.start).trimEnd().endsWith(".")
    },
  }
  return compiler.value(root, scope)
}

function compileNode(compiler: Compiler, node: PathNode, scope: Scope): Value {
  switch (node.type) {
    case "Current":
    case "Identity":
      return narrowedValue(scope.current, scope)
    case "Field":
      return fieldOf(compiler, node, scope)
    case "Variable":
      return variableOf(compiler, node, scope)
    case "Literal":
      return literal(node.value)
    case "Subexpression":
      return subexpression(compiler, node, scope)
    case "IndexExpression":
    case "Pipe":
      return pipeTo(compiler, compiler.value(node.left, scope), node.right, scope)
    case "Index":
      return indexOf(node, scope)
    case "Slice":
      return sliceOf(node, scope)
    case "Flatten":
      return flattenOf(compiler.value(node.child, scope), scope)
    case "Projection":
      return projectionOf(compiler, node, scope)
    case "ValueProjection":
      return project(compiler, valuesOf(compiler, node.left, scope), node.right, scope)
    case "FilterProjection":
      return filterProjection(compiler, node, scope)
    case "MultiSelectHash":
      return multiSelectHash(compiler, node, scope)
    case "MultiSelectList":
      return multiSelectList(compiler, node, scope)
    case "OrExpression":
      return orExpression(compiler, node, scope)
    case "AndExpression":
      return andExpression(compiler, node, scope)
    case "NotExpression":
    case "Comparator":
      return booleanValue(compiler, node, scope)
    case "Ternary":
      return ternaryOf(compiler, node, scope)
    case "LetExpression":
      return letExpression(compiler, node, scope)
    case "Function":
      return functionCall(compiler, node, scope)
    default:
      throw new PathError(aboutPath.notOurs(spell(node)))
  }
}

function spell(node: PathNode): string {
  const names: Partial<Record<PathNode["type"], string>> = {
    Arithmetic: "arithmetic",
    Unary: "arithmetic",
    Root: "$",
    ExpressionReference: "&expression",
  }
  return names[node.type] ?? node.type
}

function multiSelectHash(compiler: Compiler, node: Node<"MultiSelectHash">, scope: Scope): Value {
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

function multiSelectList(compiler: Compiler, node: Node<"MultiSelectList">, scope: Scope): Value {
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
function letExpression(compiler: Compiler, node: Node<"LetExpression">, scope: Scope): Value {
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

function functionCall(compiler: Compiler, node: Node<"Function">, scope: Scope): Value {
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
