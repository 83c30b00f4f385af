import { expect, test } from "vitest"
import { type Identities, remember } from "../../graphql/index.js"
import { recallFor } from "./recall.js"

const recall = (identities: Identities, lookup: string, variables: object) =>
  recallFor({ definition: { effect: "write" }, client: { identities, lookups: undefined } })(
    lookup,
    variables,
  )

const data = (id: string) => ({ repository: { thing: { id } } })

test("recall returns the result of a lookup by number, not of one by name", () => {
  const identities: Identities = { known: new Map() }
  const [numbered, named] = [
    { repo: "engine", number: 1 },
    { repo: "engine", name: "bug" },
  ]
  remember(identities, [
    { lookup: "IssueId", variables: numbered, data: data("I_1") },
    { lookup: "LabelId", variables: named, data: data("LA_1") },
  ])
  expect(recall(identities, "IssueId", numbered)).toEqual(data("I_1"))
  expect(recall(identities, "LabelId", named)).toBeUndefined()
  expect(recall(identities, "PullId", numbered)).toBeUndefined()
})

test("remember keeps the most recently remembered results", () => {
  const identities: Identities = { known: new Map(), max: 2 }
  const learn = (...numbers: number[]) => {
    const answers = numbers.map((number) => ({ variables: { number }, data: data(`I_${number}`) }))
    remember(
      identities,
      answers.map((one) => ({ lookup: "IssueId", ...one })),
    )
  }
  learn(1, 2)
  learn(1, 3)
  const known = [1, 2, 3].filter((number) => recall(identities, "IssueId", { number }))
  expect(known).toEqual([1, 3])
})
