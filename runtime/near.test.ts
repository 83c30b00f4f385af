import fc from "fast-check"
import { distance as reference } from "fastest-levenshtein"
import { expect, test } from "vitest"
import { distance, nearNames } from "./near.js"

test("the distance of two texts is the library's", () => {
  const text = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "c") })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(distance(one, other)).toBe(reference(one, other))
    }),
  )
})

test("near are other spellings, typing errors, and names that begin or end alike", () => {
  const names = ["issue_number", "owner", "repo", "base_url"]
  expect(nearNames("issueNumber", names)).toEqual(["issue_number"])
  expect(nearNames("base_ulr", names)).toEqual(["base_url"])
  expect(nearNames("repository", names)).toEqual(["repo"])
  expect(nearNames("x".repeat(100), names)).toEqual([])
})
