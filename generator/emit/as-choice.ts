import { build, type Expression } from "../path/index.js"

/**
 * Prints `a && "x" || b` as `a ? "x" : b` where it is used as a value. A condition stays unchanged, because
 * TypeScript narrows types by it.
 */
export function asChoice(one: Expression): Expression {
  if (one.kind !== "operation" || one.operator !== "||") return one
  return either(asChoice(one.left), one.right)
}

function either(left: Expression, right: Expression): Expression {
  if (left.kind === "operation" && left.operator === "&&" && isTrueLike(left.right)) {
    return build.choice(left.left, left.right, right)
  }
  if (left.kind === "choice" && isTrueLike(left.whenTrue)) {
    return build.choice(left.test, left.whenTrue, either(left.whenFalse, right))
  }
  return build.operation(left, "||", right)
}

function isTrueLike(one: Expression): boolean {
  return one.kind === "literal" && typeof one.value === "string" && one.value !== ""
}
