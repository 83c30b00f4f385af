import type { Problem } from "../diagnostics/index.js"
import type { Origin, PathNode } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import { alternatives, type Shape } from "../shape/index.js"
import { ABSENT_VALUE, property } from "./build.js"
import { isChain, keyOf } from "./expression.js"
import { factOf, isNarrowed, overlap } from "./facts.js"
import { literal, needsOptional, type Scope, type Value } from "./value.js"

export interface Compiler {
  value(node: PathNode, scope: Scope): Value
  at(node: PathNode): Origin | undefined
  text(node: PathNode): string
  /** Whether a part of the expression follows a dot, where no parenthesized expression is possible. */
  isStep(node: PathNode): boolean
}

/** The part of the compiler that functions need. */
export interface CallCompiler extends Pick<Compiler, "value" | "text"> {
  readonly isAfterDot: () => boolean
  /** The expression is part of a request, whose root is the input. */
  readonly isOfInput: boolean
}

export type Node<Type extends PathNode["type"]> = Extract<PathNode, { type: Type }>

/** A node with two operands. The library has one type for all such nodes. */
export interface Pair {
  readonly left: PathNode
  readonly right: PathNode
}

export function narrowedValue(read: Value, scope: Scope): Value {
  const value = withKnownOwner(read, scope)
  const fact = factOf(value.expression, scope)
  if (fact === undefined) return value
  const { declared = value.shape, owner } = value
  const shape = overlap(value.shape, fact.shape)
  if (isNarrowed(shape, declared)) fact.onUse?.()
  if (alternatives(shape).length === 0 && alternatives(declared).length > 0) {
    throw new PathError(aboutPath.nothingHere(keyOf(value.expression)))
  }
  return (
    constantValue(shape, declared, scope) ?? {
      expression: value.expression,
      shape,
      declared,
      ...(owner && { owner }),
      ...hintOfValue(value),
    }
  )
}

/** `issue?.author` becomes `issue.author` if the issue is known to be present. */
function withKnownOwner(value: Value, scope: Scope): Value {
  const { owner, expression } = value
  if (owner === undefined || !isChain(expression)) return value
  const object = narrowedValue(owner.value, scope)
  if (keyOf(object.expression) !== keyOf(owner.value.expression)) return value
  return { ...value, expression: property(object.expression, owner.name, needsOptional(object)) }
}

/** A value known to be null or empty is written as a literal, because TypeScript does not always know it. */
function constantValue(shape: Shape, declared: Shape, { purpose }: Scope): Value | undefined {
  const isNothing = alternatives(shape).every((one) => one.kind === "null" || one.kind === "absent")
  if (isNothing && (purpose === "output" || shape.kind === "null")) return literal(null)
  if (shape.kind === "absent") return { expression: ABSENT_VALUE, shape }
  const isEmpty = shape.kind === "string" && shape.values?.length === 1 && shape.values[0] === ""
  const wasText = alternatives(declared).some((one) => one.kind === "string" && !one.values)
  return isEmpty && wasText ? literal("") : undefined
}

export function hintOfValue(value: Value): Pick<Value, "hint"> {
  return value.hint === undefined ? {} : { hint: value.hint }
}

/** The name for the results of an expression: the last field that it reads. */
export function hintOf(node: PathNode): string | undefined {
  if (node.type === "Field") return node.name
  return node.type === "Subexpression" ? hintOf(node.right) : undefined
}

/** A path expression that cannot be compiled, with the location and a fix. */
export class PathError extends Error {
  constructor(
    readonly problem: Problem,
    /** The part with the problem, if known. */
    readonly at?: Origin,
  ) {
    super(problem.message)
  }
}

/** Runs a part of the compiler. An error without a location gets the location of that part. */
export function withLocation<T>(at: () => Origin | undefined, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof PathError) || error.at !== undefined) throw error
    throw new PathError(error.problem, at())
  }
}
