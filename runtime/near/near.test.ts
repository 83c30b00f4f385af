import { expect, test } from "vitest"
import { nearNames } from "./near.js"

test("near are other spellings, typing errors, and names that begin or end alike", () => {
  const names = ["issue_number", "owner", "repo", "base_url"]
  expect(nearNames("issueNumber", names)).toEqual(["issue_number"])
  expect(nearNames("base_ulr", names)).toEqual(["base_url"])
  expect(nearNames("repository", names)).toEqual(["repo"])
  expect(nearNames("x".repeat(101), names)).toEqual([])
})
