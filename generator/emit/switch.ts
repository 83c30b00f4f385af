import { build, type Expression, keyOf } from "../path/index.js"

/** A value that is compared to several literals, and the result for each. */
export interface Cases {
  readonly of: Expression
  readonly cases: readonly { readonly when: Expression; readonly made: Expression }[]
  readonly otherwise: Expression
}

/** `a.kind === "A" ? … : a.kind === "B" ? … : …` as a switch; at least two cases. */
export function casesOf(one: Expression): Cases | undefined {
  const cases: { when: Expression; made: Expression }[] = []
  let of: Expression | undefined
  let otherwise = one
  while (otherwise.kind === "choice") {
    const { test, whenTrue, whenFalse } = otherwise
    if (test.kind !== "operation" || test.operator !== "===") break
    const { left, right } = test
    if (right.kind !== "literal" || keyOf(left) === undefined) break
    if (of !== undefined && keyOf(of) !== keyOf(left)) break
    of = left
    cases.push({ when: right, made: whenTrue })
    otherwise = whenFalse
  }
  return of === undefined || cases.length < 2 ? undefined : { of, cases, otherwise }
}

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
