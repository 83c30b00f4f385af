import { alternatives, type Shape, STRING, unionOf } from "../shape/index.js"
import { type Accepted, type Call, requireCount, requireKind } from "./arguments.js"
import { call, helper, literalOf, method } from "./build.js"
import type { Expression } from "./expression.js"
import type { HelperName } from "./helper-names.js"
import type { Scope, Value } from "./value.js"

/** Compiles the call of a function. */
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
