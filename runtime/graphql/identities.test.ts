import { expect, test } from "vitest"
import { createIdentities } from "./identities.js"

const data = (id: string) => ({ repository: { thing: { id } } })

test("an answer found by a number is remembered, one found by a name is not", () => {
  const identities = createIdentities({})
  const [numbered, named] = [
    { repo: "engine", number: 1 },
    { repo: "engine", name: "bug" },
  ]
  identities.learner()([
    { lookup: "IssueId", variables: numbered, data: data("I_1") },
    { lookup: "LabelId", variables: named, data: data("LA_1") },
  ])
  expect(identities.find("IssueId", numbered)).toEqual(data("I_1"))
  expect(identities.find("LabelId", named)).toBeUndefined()
  expect(identities.find("PullId", numbered)).toBeUndefined()
})

test("the answers that were learned last are kept", () => {
  const identities = createIdentities({ max: 2 })
  const learn = (...numbers: number[]) =>
    identities.learner()(
      numbers.map((number) => ({
        lookup: "IssueId",
        variables: { number },
        data: data(`I_${number}`),
      })),
    )
  learn(1, 2)
  learn(1, 3)
  const known = [1, 2, 3].filter((number) => identities.find("IssueId", { number }))
  expect(known).toEqual([1, 3])
})
