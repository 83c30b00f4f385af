/**
 * Issues and pull requests share one sequence of numbers. Tests the error for the number of an issue where a pull
 * request is expected, and vice versa.
 */
import { chain, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type } from "./ghx/type.js"
import { errorOf, type Ghx } from "./github-says/github.js"
import { connect } from "./mcp/connect.js"

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
    "with a pull request's number returns NOT_FOUND and names the pr capability over %s",
    async (route) => {
      expect(await errorOf(call().run({ route }))).toMatchObject({
        code: "NOT_FOUND",
        message: expect.stringContaining(`7 is a pull request, but ${id} takes issues: `),
        retryable: false,
        details: {
          fix: expect.stringContaining("pull requests"),
          counterpart: id.replace("issue", "pr"),
        },
      })
      expect(sandbox.applied).toEqual([])
    },
  )
})

describe("the fix for a pull request's number is written for", () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ["run issue.close octocat/hello-world#7", "  fix: Use ghx run pr.close\n"],
    ["run issue.delete octocat/hello-world#7 --yes", "ghx capabilities list pr\n"],
  ])("ghx %s", async (line, fix) => {
    vi.stubEnv("GHX_BASE_URL", sandbox.url)
    expect((await type(`ghx ${line}`)).stderr).toContain(fix)
  })

  it("ghx mcp", async () => {
    vi.stubEnv("GHX_BASE_URL", sandbox.url)
    const { client, close } = await connect(["--tasks"], "2026-07-28")
    const given = { task: "issue.close", input: pull }
    const { structuredContent } = await client.callTool({ name: "execute", arguments: given })
    expect(structuredContent).toMatchObject({
      error: { details: { fix: "Use the task pr.close" } },
    })
    await close()
  })
})

it("issue.view returns GitHub's message for a number that does not exist", async () => {
  const nothing = ghx.issue.view({ ...repository, issue_number: 999 })
  expect(await errorOf(nothing)).toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringMatching(/Could not resolve to an Issue with the number of 999/i),
  })
})

it("a chain that views pull requests' numbers as issues sends one request", async () => {
  const steps = [6, 7, 8, 9].map((issue_number) => ghx.issue.view({ ...repository, issue_number }))
  const { meta } = await chain(...steps)
  expect(meta.requests).toBe(1)
})
