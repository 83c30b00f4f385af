/** Tests that TypeScript accepts printed expressions with the types that the compiler has derived. */
import { expect, test } from "vitest"
import type { Expression } from "../path/index.js"
import { printExpression } from "./expression.js"

const text = (value: string): Expression => ({ kind: "literal", value })
const test_: Expression = { kind: "name", name: "test" }
const choice = (whenTrue: Expression, whenFalse: Expression): Expression => {
  return { kind: "choice", test: test_, whenTrue, whenFalse }
}
const objectOf = (value: Expression): Expression => {
  return { kind: "object", members: [{ name: "k", value }] }
}
const empty: Expression = { kind: "literal", value: null }
const listOf = (...items: Expression[]): Expression => ({ kind: "list", items })

test.each([
  ["an object", objectOf(text("a")), '({ k: "a" as const })'],
  ["an object", objectOf(text("")), '({ k: "" as const })'],
  ["a choice", objectOf(choice(text("a"), empty)), '({ k: test ? "a" as const : null })'],
  ["a list", choice(listOf(objectOf(text("a"))), listOf()), 'test ? [{ k: "a" as const }] : []'],
  ["a value that is no object", choice(text("a"), text("b")), 'test ? "a" : "b"'],
])("a literal text in %s of a function has its own type where needed", (_, body, printed) => {
  const made: Expression = { kind: "function", parameters: ["item"], body }
  expect(printExpression(made)).toBe(`() => ${printed}`)
})

test("an operand that decides nothing is left out", () => {
  const either: Expression = {
    ...{ kind: "operation", operator: "||", right: text("b") },
    left: choice(text("a"), empty),
  }
  expect(printExpression(objectOf(either))).toBe('{ k: test ? "a" : "b" }')
})
