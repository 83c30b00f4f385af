import type { PathNode } from "./ast.js"
import type { Code } from "./code.js"
import type { Fact, Scope, Value } from "./value.js"

/** What the parts of the compiler need of each other. */
export interface Compiler {
  value(node: PathNode, scope: Scope): Value
  /** A name in the expression, and where it starts. */
  at(node: PathNode, name: string): { name: string; start: number } | undefined
}

export type Node<Type extends PathNode["type"]> = Extract<PathNode, { type: Type }>

/** A node with two operands; the library has one type for all of them. */
export interface Pair {
  readonly left: PathNode
  readonly right: PathNode
}

/** What is known of a reference where the code stands. */
export function factOf(code: Code, scope: Scope): Fact | undefined {
  if (code.reference === undefined) return undefined
  return scope.facts.findLast((fact) => fact.reference === code.reference)
}

/** The value with the shape that it is known to have where the code stands. */
export function known(value: Value, scope: Scope): Value {
  const fact = factOf(value.code, scope)
  return fact === undefined ? value : { code: value.code, shape: fact.shape, ...pick(value) }
}

/** The hint of a value, for a value made from it. */
export function pick(value: Value): Pick<Value, "hint"> {
  return value.hint === undefined ? {} : { hint: value.hint }
}

/** The name under which the results of an expression are known: that of the field it reads last. */
export function hintOf(node: PathNode): string | undefined {
  if (node.type === "Field") return node.name
  return node.type === "Subexpression" ? hintOf(node.right) : undefined
}
