/**
 * The compiled form of a path expression: a small tree of reads and results, as plain data. Only `emit/` prints it as
 * TypeScript.
 */
import type { RouteType } from "../../runtime/index.js"
import { propertyAccess } from "../text/index.js"
import type { HelperName } from "./names.js"

export type Expression =
  /** A variable: a parameter of the mapping, or of a function in it. */
  | { readonly kind: "name"; readonly name: string }
  /** `of.name`; null or absent if `of` is. */
  | {
      readonly kind: "property"
      readonly of: Expression
      readonly name: string
      readonly optional?: true
    }
  /** A JSON value; `exact` if it is printed with its own type. */
  | { readonly kind: "literal"; readonly value: unknown; readonly exact?: true }
  | { readonly kind: "absent" }
  /** A call of one of the runtime's functions for path expressions. */
  | { readonly kind: "helper"; readonly name: HelperName; readonly args: readonly Expression[] }
  /** A call of one of JavaScript's own functions. */
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  /** `of.name(args)`, a method of a string or a list. */
  | {
      readonly kind: "method"
      readonly of: Expression
      readonly name: string
      readonly args: readonly Expression[]
      readonly optional?: true
    }
  | {
      readonly kind: "operation"
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: "not"; readonly of: Expression }
  /** Whether an object has a property. This distinguishes members of a union. */
  | { readonly kind: "has"; readonly of: Expression; readonly name: string }
  | {
      readonly kind: "choice"
      readonly test: Expression
      readonly whenTrue: Expression
      readonly whenFalse: Expression
    }
  | {
      readonly kind: "function"
      readonly parameters: readonly string[]
      readonly body: Expression
    }
  /** An object. The members of a base, if it has one, come first. */
  | { readonly kind: "object"; readonly base?: Expression; readonly members: readonly Member[] }
  /** A call of a shape's mapping over a route. */
  | {
      readonly kind: "shape"
      readonly shape: string
      readonly route: RouteType
      readonly of: Expression
    }
  | { readonly kind: "list"; readonly items: readonly Expression[] }

interface Member {
  readonly name: string
  readonly value: Expression
}

/** JavaScript's operators, with their meaning there. */
export type Operator =
  | "||"
  | "&&"
  | "??"
  | "=="
  | "!="
  | "==="
  | "!=="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"

/**
 * Whether an expression is a variable or a path of properties from one: cheap to repeat, and narrowed by TypeScript.
 */
export function isReference(one: Expression): boolean {
  return one.kind === "name" || (one.kind === "property" && isReference(one.of))
}

/** Whether a path of properties may end early: `issue?.author`. */
export function isChain(one: Expression): boolean {
  return one.kind === "property" && (one.optional === true || isChain(one.of))
}

/**
 * The key of a reference: `issue?.author` and `issue.author` have the same. Undefined for other
 * expressions.
 */
export function keyOf(one: Expression): string | undefined {
  if (one.kind === "name") return one.name
  if (one.kind !== "property") return undefined
  const owner = keyOf(one.of)
  return owner === undefined ? undefined : `${owner}${propertyAccess(one.name)}`
}

export function reads(one: Expression, variable: string): boolean {
  return containsPart(one, (part) => part.kind === "name" && part.name === variable)
}

/** Whether an expression, or an expression within it, meets a condition. */
export function containsPart(one: Expression, isSuch: (part: Expression) => boolean): boolean {
  return isSuch(one) || partsOf(one).some((part) => containsPart(part, isSuch))
}

/** Every expression in an expression, itself included. */
export function subexpressions(one: Expression): readonly Expression[] {
  const found: Expression[] = []
  const walk = (part: Expression): void => {
    found.push(part)
    partsOf(part).forEach(walk)
  }
  walk(one)
  return found
}

export function withParts(one: Expression, change: (part: Expression) => Expression): Expression {
  switch (one.kind) {
    case "property":
    case "not":
    case "has":
    case "shape":
      return { ...one, of: change(one.of) }
    case "helper":
    case "call":
      return { ...one, args: one.args.map(change) }
    case "method":
      return { ...one, of: change(one.of), args: one.args.map(change) }
    case "operation":
      return { ...one, left: change(one.left), right: change(one.right) }
    case "choice": {
      const { test, whenTrue, whenFalse } = one
      return {
        ...one,
        test: change(test),
        whenTrue: change(whenTrue),
        whenFalse: change(whenFalse),
      }
    }
    case "function":
      return { ...one, body: change(one.body) }
    case "object":
      return {
        ...one,
        ...(one.base && { base: change(one.base) }),
        members: one.members.map(({ name, value }) => ({ name, value: change(value) })),
      }
    case "list":
      return { ...one, items: one.items.map(change) }
    default:
      return one
  }
}

function partsOf(one: Expression): readonly Expression[] {
  const parts: Expression[] = []
  withParts(one, (part) => {
    parts.push(part)
    return part
  })
  return parts
}
