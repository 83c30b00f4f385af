/** The tests that `make test CARD=…` runs. */
import { expect, it } from "vitest"
import { cards } from "./cards.js"
import { ofCard } from "./of-card.js"

it("ofCard returns a pattern for titles with the id, and the suites that import the cards", () => {
  const { files, names } = ofCard("issue.update")
  expect(files).toContain("test/parity.test.ts")
  expect(files).toContain("test/faults/writes.test.ts")
  expect(files).not.toContain("test/drift.test.ts")
  for (const title of [
    "issue.update > over rest returns the same result and state as over graphql > Change the title",
    "a write that fails > 'issue.update' is applied at most once over 'graphql and rest'",
  ]) {
    expect(title).toMatch(names)
  }
  for (const { capability_id } of cards.filter((card) => card.capability_id !== "issue.update")) {
    expect(`${capability_id} over rest`).not.toMatch(names)
  }
})

it("ofCard throws for a card that does not exist", () => {
  expect(() => ofCard("issue.updat")).toThrow("There is no card issue.updat")
})
