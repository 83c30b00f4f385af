import fc from "fast-check"
import leven from "leven"
import { expect, test } from "vitest"
import { distance, suggestionsFor } from "./index.js"

test("suggestionsFor finds other spellings, typing errors, and names with a common start or end", () => {
  const names = ["issue_number", "owner", "repo", "base_url"]
  expect(suggestionsFor("issueNumber", names)).toEqual(["issue_number"])
  expect(suggestionsFor("base_ulr", names)).toEqual(["base_url"])
  expect(suggestionsFor("repository", names)).toEqual(["repo"])
  expect(suggestionsFor("x".repeat(101), names)).toEqual([])
})

test("distance counts as the library of the sandbox does", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "😀"), maxLength: 12 })
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(distance(one, other)).toBe(leven(one, other))
    }),
  )
})
