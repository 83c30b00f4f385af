import { compile } from "@jmespath-community/jmespath"
import { expect, it } from "vitest"
import { Path } from "./path.js"

it.each([
  "a",
  "a.b_c.d",
  "$a",
  "$lookups.issue.id",
  "@",
  "a[].b",
  "join('/', [a, b])",
  "let",
  "_a",
])("Path.derived parses %s as compile does, without an origin", (text) => {
  const path = Path.derived(text)
  expect(path.root).toEqual(compile(text))
  expect(path.text).toBe(text)
  expect(path.root && path.originOf(path.root)).toBeUndefined()
})
