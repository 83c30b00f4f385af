import { expect, test } from "vitest"
import { suggestionsFor } from "./suggestions.js"

test("suggestions are other spellings, typing errors, and names that begin or end alike", () => {
  const names = ["issue_number", "owner", "repo", "base_url"]
  expect(suggestionsFor("issueNumber", names)).toEqual(["issue_number"])
  expect(suggestionsFor("base_ulr", names)).toEqual(["base_url"])
  expect(suggestionsFor("repository", names)).toEqual(["repo"])
  expect(suggestionsFor("x".repeat(101), names)).toEqual([])
})
