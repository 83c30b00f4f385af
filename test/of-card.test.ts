/** The tests that `make test CARD=…` runs. */
import { expect, it } from "vitest"
import { cards } from "./cards.js"
import { ofCard } from "./of-card.js"

it("are the tests that name the card, in the suites that read the cards", () => {
  const { files, names } = ofCard("issue.update")
  expect(files).toContain("test/parity.test.ts")
  expect(files).toContain("test/faults/writes.test.ts")
  expect(files).not.toContain("test/drift.test.ts")
  for (const title of [
    "issue.update > over 'rest' gives what it gives over graphql > Correct a title",
    "whatever fails > 'issue.update' takes place at most once over 'graphql and rest'",
  ]) {
    expect(title).toMatch(names)
  }
  for (const { capability_id } of cards.filter((card) => card.capability_id !== "issue.update")) {
    expect(`${capability_id} over rest`).not.toMatch(names)
  }
})

it("are none if the card does not exist", () => {
  expect(() => ofCard("issue.updat")).toThrow("There is no card issue.updat")
})
