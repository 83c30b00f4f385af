import type { Expression } from "../path/index.js"

/** How tightly an expression binds, loosest first. */
export const Precedence = {
  arrow: 0,
  ternary: 1,
  coalesce: 2,
  or: 3,
  and: 4,
  equality: 5,
  relation: 6,
  sum: 7,
  unary: 8,
  primary: 9,
} as const

/** How tightly the operators of expressions bind. */
export const OPERATORS: Readonly<Record<Kind<"operation">["operator"], number>> = {
  "??": Precedence.coalesce,
  "||": Precedence.or,
  "&&": Precedence.and,
  "==": Precedence.equality,
  "!=": Precedence.equality,
  "===": Precedence.equality,
  "!==": Precedence.equality,
  "<": Precedence.relation,
  "<=": Precedence.relation,
  ">": Precedence.relation,
  ">=": Precedence.relation,
  "+": Precedence.sum,
}

export function precedenceOf(one: Expression): number {
  switch (one.kind) {
    case "operation":
      return OPERATORS[one.operator]
    case "not":
      return Precedence.unary
    case "has":
      return Precedence.relation
    case "choice":
      return Precedence.ternary
    case "function":
      return Precedence.arrow
    default:
      return Precedence.primary
  }
}

export type Kind<K extends Expression["kind"]> = Extract<Expression, { kind: K }>
