import { type Expression, keyOf } from "../path/index.js"

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
