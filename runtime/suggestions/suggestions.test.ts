import { expect, test } from "vitest"
import { suggestionsFor } from "./index.js"

test("suggestionsFor finds other spellings, typing errors, and names with a common start or end", () => {
  const names = ["issue_number", "owner", "repo", "base_url"]
  expect(suggestionsFor("issueNumber", names)).toEqual(["issue_number"])
  expect(suggestionsFor("base_ulr", names)).toEqual(["base_url"])
  expect(suggestionsFor("repository", names)).toEqual(["repo"])
  expect(suggestionsFor("x".repeat(101), names)).toEqual([])
})
