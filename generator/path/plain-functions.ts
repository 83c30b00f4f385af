import type { PathNode } from "../jmespath/index.js"
import { alternatives, type Shape, STRING, unionOf } from "../shape/index.js"
import { requireCount, requireKind, requireListOf } from "./arguments.js"
import { call, helper, literalOf, method } from "./build.js"
import type { CallCompiler } from "./compiler.js"
import type { Expression } from "./expression.js"
import type { HelperName } from "./helper-names.js"
import type { Scope, Value } from "./value.js"

/** Compiles the call of a function. */
export type Compile = (args: readonly PathNode[], scope: Scope, compiler: CallCompiler) => Value

/**
 * A function of plain values, given by the kinds of its arguments, the shape of its result, and the code of the call.
 */
export function plainFunction(
  name: string,
  kinds: readonly (readonly Shape["kind"][])[],
  shape: Shape | ((args: readonly Value[]) => Shape),
  expression: (...args: readonly Expression[]) => Expression,
): Compile {
  return (nodes, scope, compiler) => {
    requireCount({ name, nodes, compiler }, kinds.length)
    const args = nodes.map((node) => compiler.value(node, scope))
    for (const [index, arg] of args.entries())
      requireKind({ name, nodes, compiler }, index, arg, kinds[index] ?? [])
    return {
      expression: expression(...args.map((arg) => arg.expression)),
      shape: typeof shape === "function" ? shape(args) : shape,
    }
  }
}

/** A function of a list of strings or of numbers. */
export function listFunction(
  name: string,
  kind: "string" | "number",
  shape: Shape | ((items: Shape) => Shape),
  expression: (list: Expression) => Expression,
): Compile {
  return (nodes, scope, compiler) => {
    requireCount({ name, nodes, compiler }, 1)
    const list = compiler.value(nodes[0] ?? { type: "Current" }, scope)
    requireListOf({ name, nodes, compiler }, 0, list, kind)
    const given = typeof shape === "function" ? shape(itemsOf(list.shape)) : shape
    return { expression: expression(list.expression), shape: given }
  }
}

export function itemsOf(list: Shape): Shape {
  return unionOf(...alternatives(list).flatMap((one) => (one.kind === "array" ? [one.items] : [])))
}

/** A call of a JavaScript function. */
export const callOf =
  (name: string) =>
  (...args: readonly Expression[]) =>
    call(name, ...args)

/** A call of a runtime function. */
export const helperOf =
  (name: HelperName) =>
  (...args: readonly Expression[]) =>
    helper(name, ...args)

/** A call of a method. */
export const methodOf =
  (name: string) =>
  (subject: Expression = literalOf(""), ...args: readonly Expression[]) =>
    method(subject, name, args, false)

/** `upper` and `lower`. Applied to an enum, the result is an enum of the converted values. */
export function caseFunction(
  name: string,
  methodName: string,
  helperName: HelperName,
  change: (text: string) => string,
): Compile {
  return (nodes, scope, compiler) => {
    requireCount({ name, nodes, compiler }, 1)
    const subject = compiler.value(nodes[0] ?? { type: "Current" }, scope)
    requireKind({ name, nodes, compiler }, 0, subject, ["string"])
    const values = subject.shape.kind === "string" ? subject.shape.values : undefined
    if (values === undefined) {
      return { expression: method(subject.expression, methodName, [], false), shape: STRING }
    }
    return {
      expression: helper(helperName, subject.expression),
      shape: { kind: "string", values: [...new Set(values.map(change))] },
    }
  }
}
