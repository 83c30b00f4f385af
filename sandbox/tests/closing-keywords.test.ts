import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data, idOf } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const stateOf = async (number: number, at = HELLO) =>
  (await rest(sandbox, `GET ${at}/issues/${number}`)).body.state

const commit = (message: string, branch?: string) =>
  rest(sandbox, `PUT ${HELLO}/contents/${branch ?? "k"}.txt`, { message, content: "eA==", branch })

const addBranch = (name: string, message: string) =>
  sandbox.apply({
    repositories: [
      {
        owner: "octocat",
        name: "hello-world",
        branches: [{ name, commits: [{ message, author: "octocat", files: { z: "z" } }] }],
      },
    ],
  })

const tip = async (branch: string): Promise<string> =>
  (await rest(sandbox, `GET ${HELLO}/git/ref/heads/${branch}`)).body.object.sha

describe("a commit that is new on the default branch closes the issues that it names", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["contents", () => commit("Fixes #1")],
    [
      "createCommitOnBranch",
      async () =>
        data(
          sandbox,
          `mutation ($oid: GitObjectID!) { createCommitOnBranch(input: {
            branch: { repositoryNameWithOwner: "octocat/hello-world", branchName: "main" }
            expectedHeadOid: $oid, message: { headline: "Greet", body: "Closes #1." }
            fileChanges: { additions: [{ path: "q", contents: "eA==" }] } }) { commit { oid } } }`,
          { oid: await tip("main") },
        ),
    ],
    ["a seed", () => addBranch("main", "resolves octocat/hello-world#1")],
    [
      "the merge of a pull request whose commit names it",
      async () => {
        await addBranch("next", "Close: #1")
        const pull = { title: "Next", head: "next", base: "main" }
        const { number } = (await rest(sandbox, `POST ${HELLO}/pulls`, pull)).body
        await rest(sandbox, `PUT ${HELLO}/pulls/${number}/merge`, {})
      },
    ],
    [
      "the merge of a branch",
      async () => {
        await addBranch("next", "Fix https://github.com/octocat/hello-world/issues/1")
        await rest(sandbox, `POST ${HELLO}/merges`, { base: "main", head: "next" })
      },
    ],
    [
      "a fast-forward of its reference",
      async () => {
        await addBranch("next", "Fixed GH-1")
        await rest(sandbox, `PATCH ${HELLO}/git/refs/heads/main`, { sha: await tip("next") })
      },
    ],
  ])("through %s", async (_, push) => {
    expect(await stateOf(1)).toBe("open")
    await push()
    expect(await stateOf(1)).toBe("closed")
  })

  test("and both interfaces name the commit", async () => {
    const { body } = await commit("Fixes #1")
    const { sha } = body.commit
    const events = (await rest(sandbox, `GET ${HELLO}/issues/1/events`)).body
    expect(events.at(-1)).toMatchObject({ event: "closed", commit_id: sha })
    const { node } = await data(
      sandbox,
      `query ($id: ID!) { node(id: $id) { ... on Issue { timelineItems(last: 1) {
        nodes { ... on ClosedEvent { closer { ... on Commit { oid } } } } } } } }`,
      { id: await idOf(sandbox, 1) },
    )
    expect(node.timelineItems.nodes).toEqual([{ closer: { oid: sha } }])
  })

  test("also a pull request", async () => {
    await commit("Closes #7")
    expect((await rest(sandbox, `GET ${HELLO}/pulls/7`)).body).toMatchObject({
      state: "closed",
      merged: false,
    })
  })
})

test.each([
  ["on another branch", () => commit("Fixes #1", "fix-typo")],
  ["without a keyword", () => commit("See #1")],
  ["for another repository", () => commit("Fixes octocat/empty#1")],
])("a commit %s closes nothing", async (_, push) => {
  expect((await push()).status).toBe(201)
  expect(await stateOf(1)).toBe("open")
})

test("the issue of a description is closed by its pull request, even if a commit names it too", async () => {
  await addBranch("next", "Fixes #1")
  const pull = { title: "Next", head: "next", base: "main", body: "Fixes #1" }
  const { number } = (await rest(sandbox, `POST ${HELLO}/pulls`, pull)).body
  await rest(sandbox, `PUT ${HELLO}/pulls/${number}/merge`, {})
  const events = (await rest(sandbox, `GET ${HELLO}/issues/1/events`)).body
  expect(events.filter((event: { event: string }) => event.event === "closed")).toMatchObject([
    { commit_id: null },
  ])
})
