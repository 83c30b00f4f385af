/** Issues and pull requests are counted together: the number of the one is none of the other. */
import { chain, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { errorOf, type Ghx } from "./github-says/github.js"

const repository = { owner: "octocat", repo: "hello-world" }
const pull = { ...repository, issue_number: 7 }
let sandbox: Sandbox
let ghx: Ghx
beforeEach(async () => {
  sandbox = await startSandbox()
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
})
afterEach(() => sandbox.close())

const calls = {
  "issue.view": () => ghx.issue.view(pull),
  "issue.update": () => ghx.issue.update({ ...pull, title: "Spam" }),
  "issue.labels.add": () => ghx.issue.labels.add({ ...pull, labels: ["bug"] }),
  "issue.comments.create": () => ghx.issue.comments.create({ ...pull, body: "Spam" }),
}

describe.each(Object.entries(calls))("%s", (id, call) => {
  it.each(["graphql", "rest"] as const)(
    "says of a pull request that it is one, over %s",
    async (route) => {
      expect(await errorOf(call().run({ route }))).toMatchObject({
        code: "NOT_FOUND",
        message: expect.stringContaining(`7 is a pull request, and ${id} takes issues: `),
        retryable: false,
        details: { fix: expect.stringContaining("pull requests") },
      })
      expect(sandbox.applied).toEqual([])
    },
  )
})

it("what is neither is not found, in GitHub's words", async () => {
  const nothing = ghx.issue.view({ ...repository, issue_number: 999 })
  expect(await errorOf(nothing)).toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringMatching(/Could not resolve to an Issue with the number of 999/i),
  })
})

it("a chain sends no request more than it promises", async () => {
  const steps = [6, 7, 8, 9].map((issue_number) => ghx.issue.view({ ...repository, issue_number }))
  const { meta } = await chain(...steps)
  expect(meta.requests).toBe(1)
})
