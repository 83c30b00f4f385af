import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Identities, remember } from "../../graphql/index.js"
import { bindTree } from "../../index.js"
import {
  data,
  type GithubDouble,
  operationOf,
  type ReceivedRequest,
  type Reply,
  startGithub,
  tree,
} from "../../testing/index.js"
import { recallFor } from "./lookups.js"

let github: GithubDouble
let ghx: typeof tree

const input = { owner: "octocat", repo: "hello-world", issue_number: 1, labels: ["bug", "ui"] }
const labelable = { number: 1, labels: { nodes: [{ name: "bug" }, { name: "ui" }] } }

function answer(request: ReceivedRequest): Reply {
  const { variables } = request
  switch (operationOf(request)) {
    case "IssueId":
      return data({ repository: { issue: { id: "I_1" } } })
    case "LabelId":
      return data({ repository: { label: { id: `L_${variables.name}` } } })
    case "MilestoneId":
      return data({ repository: { milestone: { id: `M_${variables.number}` } } })
    default:
      return data({ addLabelsToLabelable: { labelable } })
  }
}

beforeEach(async () => {
  github = await startGithub(answer)
  ghx = bindTree(tree, github.client())
})
afterEach(() => github.close())

const operations = () => github.requests.map(operationOf)
const mutation = () => github.requests.find(({ query }) => query.startsWith("mutation"))

describe("lookups of a GraphQL route", () => {
  test("run before the mutation and set its variables", async () => {
    expect(await ghx.issue.labels.add({ ...input, milestone: 3 }).orThrow()).toEqual({
      number: 1,
      labels: ["bug", "ui"],
    })
    expect(operations()).toHaveLength(5)
    expect(operations().at(-1)).toBe("IssueLabelsAdd")
    expect(mutation()?.variables).toEqual({
      labelableId: "I_1",
      labelIds: ["L_bug", "L_ui"],
      milestoneId: "M_3",
    })
  })

  test("are skipped if their input is absent or null, and pass null on", async () => {
    await ghx.issue.labels.add(input)
    expect(mutation()?.variables).not.toHaveProperty("milestoneId")
    github.requests.length = 0
    await ghx.issue.labels.add({ ...input, milestone: null })
    expect(mutation()?.variables).toMatchObject({ milestoneId: null })
    expect(operations()).not.toContain("MilestoneId")
  })

  test("are sent once if they are equal", async () => {
    await ghx.issue.labels.add({ ...input, labels: ["bug", "ui", "bug"] })
    expect(operations().filter((name) => name === "LabelId")).toHaveLength(2)
    expect(mutation()?.variables).toMatchObject({ labelIds: ["L_bug", "L_ui", "L_bug"] })
  })

  test("report everything that they do not find, and prevent the mutation", async () => {
    github.answer = (request) => {
      if (operationOf(request) === "IssueId") return data({ repository: { issue: null } })
      return request.variables?.name === "bug" ? answer(request) : data({ repository: null })
    }
    const result = await ghx.issue.labels.add({ ...input, labels: ["bug", "wip", "nope"] })
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "NOT_FOUND",
        message:
          'Found no issue for owner "octocat", repo "hello-world", issue_number 1. Found no label "wip". Found no label "nope".',
        retryable: false,
        details: {
          missing: ['owner "octocat", repo "hello-world", issue_number 1', '"wip"', '"nope"'],
          outcome: "not_sent",
        },
      },
    })
    expect(mutation()).toBeUndefined()
  })

  test("report GitHub's own message once if GitHub says what is missing", async () => {
    const message = "Could not resolve to a Repository with the name 'octocat/hello-world'."
    github.answer = () => data({ repository: null }, { type: "NOT_FOUND", message })
    expect(await ghx.issue.labels.add(input)).toMatchObject({
      error: { code: "NOT_FOUND", message },
    })
  })

  test("leave the mutation unsent and retryable if one of them fails", async () => {
    github.answer = (request) =>
      operationOf(request) === "LabelId" ? { status: 502, body: {} } : answer(request)
    expect(await ghx.issue.labels.add(input)).toMatchObject({
      error: { code: "SERVER", retryable: true, details: { outcome: "not_sent" } },
    })
    expect(mutation()).toBeUndefined()
  })

  test("report a missing permission rather than the objects that it hides", async () => {
    github.answer = (request) =>
      operationOf(request) === "IssueId"
        ? data({ repository: null }, { type: "FORBIDDEN", message: "Hidden." })
        : data({ repository: null })
    expect(await ghx.issue.labels.add(input)).toMatchObject({
      error: { code: "AUTH", message: "Hidden." },
    })
  })
})

const recall = (identities: Identities, lookup: string, variables: object) =>
  recallFor({ definition: { effect: "write" }, client: { identities, lookups: undefined } })(
    lookup,
    variables,
  )

const thing = (id: string) => ({ repository: { thing: { id } } })

test("recall returns the result of a lookup by number, not of one by name", () => {
  const identities: Identities = { known: new Map() }
  const [numbered, named] = [
    { repo: "engine", number: 1 },
    { repo: "engine", name: "bug" },
  ]
  remember(identities, [
    { lookup: "IssueId", variables: numbered, data: thing("I_1") },
    { lookup: "LabelId", variables: named, data: thing("LA_1") },
  ])
  expect(recall(identities, "IssueId", numbered)).toEqual(thing("I_1"))
  expect(recall(identities, "LabelId", named)).toBeUndefined()
  expect(recall(identities, "PullId", numbered)).toBeUndefined()
})

test("remember keeps the most recently remembered results", () => {
  const identities: Identities = { known: new Map(), max: 2 }
  const learn = (...numbers: number[]) => {
    const answers = numbers.map((number) => ({ variables: { number }, data: thing(`I_${number}`) }))
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
