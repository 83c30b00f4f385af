/** Tests one task for several objects: a list of numbers or ids in place of one. */
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { connect } from "./connect.js"

let github: Sandbox
let mcp: Awaited<ReturnType<typeof connect>>

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  mcp = await connect(["--tasks", "-R", "octocat/hello-world"], "2026-07-28")
})
afterAll(async () => {
  await mcp.close()
  await github.close()
})

async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
  const { content } = await mcp.client.callTool({ name, arguments: args })
  const [first] = content
  return JSON.parse(first?.type === "text" ? first.text : "null")
}

test("the MCP tools execute and chain run a task for each number in a list", async () => {
  const input = { issue_number: [1, 3], labels: ["bug"] }
  const labelled = await call("execute", { task: "issue.labels.add", input, fields: ["labels"] })
  expect(labelled).toMatchObject({
    status: "success",
    results: [{ data: { labels: expect.arrayContaining(["bug"]) } }, { ok: true }],
  })
  const tasks = [{ task: "issue.view", input: { issue_number: [1, 3] }, fields: ["number"] }]
  expect(await call("chain", { tasks, jq: "[.results[].data.number]" })).toMatchObject({
    data: [1, 3],
  })
})

test("the MCP tools reject a list for a text input and for a step with a name", async () => {
  const several = { issue_number: 1, body: ["one", "two"] }
  expect(await call("execute", { task: "issue.comments.create", input: several })).toMatchObject({
    ok: false,
    error: { code: "VALIDATION" },
  })
  const tasks = [{ task: "issue.view", input: { issue_number: [1, 3] }, as: "issue" }]
  expect(await call("chain", { tasks })).toMatchObject({ status: "failed" })
})

test("the MCP tools resolve names of milestones, workflows and users, and list the valid ones", async () => {
  const set = { issue_number: 1, milestone_number: "v2.0" }
  expect(await call("execute", { task: "issue.milestone.set", input: set })).toMatchObject({
    data: { milestone: { title: "v2.0" } },
  })
  const create = { title: "Mine", assignees: ["@me"] }
  expect(
    await call("execute", { task: "issue.create", input: create, jq: ".number" }),
  ).toMatchObject({
    ok: true,
  })
  const nope = { issue_number: 1, milestone_number: "v9" }
  expect(await call("execute", { task: "issue.milestone.set", input: nope })).toMatchObject({
    error: {
      message: 'octocat/hello-world has no milestone "v9"',
      details: { fix: "It has v1.0, v2.0" },
    },
  })
  const add = { issue_number: 1, labels: ["nope"] }
  const label = {
    message: 'octocat/hello-world has no label "nope"',
    details: { fix: expect.stringMatching(/^It has .*bug/) },
  }
  expect(await call("execute", { task: "issue.labels.add", input: add })).toMatchObject({
    error: label,
  })
  const added = [{ task: "issue.labels.add", input: add }]
  expect(await call("chain", { tasks: added })).toMatchObject({ results: [{ error: label }] })
  const tasks = [{ task: "workflow.view", input: { workflow_id: "CI" }, fields: ["name"] }]
  expect(await call("chain", { tasks })).toMatchObject({ results: [{ data: { name: "CI" } }] })
})
