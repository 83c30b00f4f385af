/** Makes the expressions of mappings. */
import type { RouteType } from "../../runtime/index.js"
import type { Expression, Operator } from "./expression.js"
import type { HelperName } from "./names.js"

export const NULL_VALUE: Expression = { kind: "literal", value: null }
export const ABSENT_VALUE: Expression = { kind: "absent" }
export const EMPTY_LIST: Expression = { kind: "list", items: [] }

/** A variable, or a path of properties from one: `responses`, `earlier.lookups`. */
export function reference(name: string, ...path: readonly string[]): Expression {
  const root: Expression = { kind: "name", name }
  return path.reduce<Expression>((of, step) => property(of, step, false), root)
}

export function property(of: Expression, name: string, optional: boolean): Expression {
  return { kind: "property", of, name, ...(optional && { optional }) }
}

export function literalOf(value: unknown): Expression {
  return { kind: "literal", value }
}

export function helper(name: HelperName, ...args: readonly Expression[]): Expression {
  return { kind: "helper", name, args }
}

export function call(name: string, ...args: readonly Expression[]): Expression {
  return { kind: "call", name, args }
}

export function method(
  of: Expression,
  name: string,
  args: readonly Expression[],
  optional: boolean,
): Expression {
  return { kind: "method", of, name, args, ...(optional && { optional }) }
}

export function operation(left: Expression, operator: Operator, right: Expression): Expression {
  return { kind: "operation", operator, left, right }
}

/** `a ?? b`, where `a` may be null or absent. */
export function coalesce(first: Expression, right: Expression): Expression {
  // TypeScript rejects `a ?? null ?? b`, in which the null is never the result.
  const isDefaulted =
    first.kind === "operation" && first.operator === "??" && isNothing(first.right)
  const left = isDefaulted ? first.left : first
  return isNothing(left) ? right : operation(left, "??", right)
}

function isNothing(one: Expression): boolean {
  return one.kind === "absent" || (one.kind === "literal" && one.value === null)
}

export function not(of: Expression): Expression {
  return { kind: "not", of }
}

export function choice(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  return { kind: "choice", test, whenTrue, whenFalse }
}

/** `(parameter) => body` */
export function lambda(parameter: string, body: Expression): Expression {
  return { kind: "function", parameters: [parameter], body }
}

/** `() => body` */
export function thunk(body: Expression): Expression {
  return { kind: "function", parameters: [], body }
}

/** A call that makes all members of an object, or some of them. */
export interface ObjectStart {
  readonly call: Expression
  readonly fields: readonly string[]
}

export function objectOf(
  members: readonly (readonly [name: string, value: Expression])[],
  start?: ObjectStart,
): Expression {
  const own = members.filter(([name]) => !start?.fields.includes(name))
  if (start && own.length === 0) return start.call
  return {
    kind: "object",
    ...(start && { base: start.call }),
    members: own.map(([name, value]) => ({ name, value })),
  }
}

export function listOf(items: readonly Expression[]): Expression {
  return { kind: "list", items }
}

/** `issueFromRest(of)` */
export function shapeOf(shape: string, route: RouteType, of: Expression): Expression {
  return { kind: "shape", shape, route, of }
}
