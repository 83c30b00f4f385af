/** What models and older clients send and accept: arguments in other forms, and errors of exposed tools. */
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { createClient } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { callTool, createExecuteTool } from "ghx/tools"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type Connected, connect, start, transportTo } from "./connect.js"

const place = { owner: "octocat", repo: "hello-world" }
let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
beforeEach(() => github.reset())
afterAll(() => github.close())

/** The client of the SDK's version 1, which checks each result against the tool's output schema. */
async function olderClient(args: readonly string[]) {
  // A dependency of OpenAI's SDK.
  const near = createRequire(import.meta.resolve("@openai/agents-core"))
  const path = near.resolve("@modelcontextprotocol/sdk/client/index.js")
  const { Client } = await import(pathToFileURL(path).href)
  const client = new Client({ name: "older", version: "1.0.0" }, { capabilities: {} })
  const server = start(["--tasks", ...args])
  await client.connect(transportTo(server))
  await client.listTools()
  return client
}

test("a client of version 1 of the SDK gets every error of an exposed tool", async () => {
  const client = await olderClient(["--expose", "issue.*"])
  const errorOf = async (name: string, args: object) => {
    const result = await client.callTool({ name, arguments: { ...place, ...args } })
    expect(result.isError).toBe(true)
    return JSON.parse(result.content[0].text).error
  }
  expect(await errorOf("issue-view", { issue_number: 404 })).toMatchObject({ code: "NOT_FOUND" })
  expect(await errorOf("issue-view", {})).toMatchObject({ code: "VALIDATION" })
  expect(await errorOf("issue-delete", { issue_number: 1 })).toMatchObject({ code: "AUTH" })
  github.injectFault({ times: 1, match: { method: "POST", path: /issues$/ }, drop: "after" })
  expect(await errorOf("issue-create", { title: "Lost" })).toMatchObject({
    details: { outcome: "unknown" },
  })
  const view = { name: "issue-view", arguments: { ...place, issue_number: 1 } }
  expect(await client.callTool(view)).toMatchObject({
    structuredContent: { title: "Found a bug" },
  })
  await client.close()
})

/** Arguments as models write them, and as they are meant. */
const readings: readonly (readonly [id: string, given: unknown, meant: object])[] = [
  ["issue.view", { ...place, issue_number: "1" }, { ...place, issue_number: 1 }],
  ["issue.view", JSON.stringify({ ...place, issue_number: 1 }), { ...place, issue_number: 1 }],
  [
    "issue.list",
    { ...place, labels: '["bug"]', first: "1", after: null, include_body: "true", author: null },
    { ...place, labels: ["bug"], first: 1, include_body: true },
  ],
  ["issue.list", { ...place, assignee: null }, { ...place, assignee: null }],
  ["user.me", "", {}],
  ["user.me", null, {}],
  ["workflow.view", { ...place, workflow_id: "7" }, { ...place, workflow_id: "7" }],
  [
    "issue.create",
    { ...place, title: "[1, 2]", body: "{}", labels: null },
    { ...place, title: "[1, 2]", body: "{}" },
  ],
]

/** Arguments with more than one reading, and the error for them. */
const ambiguous: readonly (readonly [id: string, given: object, problem: string])[] = [
  [
    "issue.view",
    { ...place, issue_number: "007" },
    '/issue_number: expected integer, found string "007"',
  ],
  ["issue.view", { ...place, issue_number: "1e2" }, "/issue_number: expected integer"],
  ["issue.view", { ...place, issue_number: "9007199254740993" }, "/issue_number: expected"],
  [
    "issue.list",
    { ...place, labels: "bug, p1" },
    '/labels: expected array of string, found string "bug, p1"',
  ],
  ["issue.create", { ...place, title: 2048 }, "/title: expected string, found number 2048"],
  ["issue.view", { ...place, issue_number: null }, "/issue_number: missing, expected integer"],
]

describe("a model's arguments", () => {
  let connected: Connected
  let client: ReturnType<typeof createClient>
  /** The input that a client executes: its guard sees it. */
  let seen: unknown

  beforeAll(async () => {
    connected = await connect(["--tasks", "--expose", "*"], "2025-11-25")
    const own = createClient({ base_url: github.url, token: github.token })
    const stops = async (intent: { readonly input: unknown }) => {
      seen = intent.input
      return { code: "AUTH", message: "seen", retryable: false } as never
    }
    client = { ...own, guard: { ...own.guard, stops } }
  })
  afterAll(() => connected.close())

  test.each(readings)("of %s %j mean %j in callTool", async (id, given, meant) => {
    seen = undefined
    await callTool(id.replaceAll(".", "-"), given, { client })
    expect(seen).toMatchObject(meant)
    const wrapped = { task: id, input: typeof given === "object" ? given : String(given) }
    seen = undefined
    await createExecuteTool(client).execute(wrapped)
    expect(seen).toMatchObject(meant)
  })

  test.each(readings)("of %s %j mean %j over MCP", async (id, given, meant) => {
    const request = (name: string, args: unknown) =>
      connected.client.request({
        method: "tools/call",
        params: { name, arguments: args as object },
      })
    const textOf = (result: unknown) => Object(result).content[0].text
    const name = id.replaceAll(".", "-")
    const whole = textOf(await request(name, meant))
    expect(JSON.parse(whole)).not.toMatchObject({ error: { code: "VALIDATION" } })
    github.reset()
    expect(textOf(await request(name, given))).toBe(whole)
    github.reset()
    const executed = textOf(await request("execute", { task: id, input: meant }))
    github.reset()
    expect(textOf(await request("execute", { task: id, input: given, jq: null }))).toBe(executed)
    github.reset()
    const chained = textOf(await request("chain", { tasks: [{ task: id, input: meant }] }))
    github.reset()
    const tasks = JSON.stringify([{ task: id, input: given, as: null }])
    expect(textOf(await request("chain", { tasks }))).toBe(chained)
  })

  test.each(ambiguous)("of %s %j are refused with: %s", async (id, given, problem) => {
    const name = id.replaceAll(".", "-")
    const called = await callTool(name, given, { client })
    expect(called).toMatchObject({ error: { message: expect.stringContaining(problem) } })
    const result = await connected.client.callTool({ name, arguments: { ...given } })
    expect(JSON.parse(Object(result).content[0].text).error.message).toContain(problem)
    expect(github.requests).toEqual([])
  })

  test.each([
    ["a list of texts", ["1", "2"]],
    ["a list as text", "[1,2]"],
  ])("run a task once for each number, given as %s", async (_, issue_number) => {
    const args = { task: "issue.view", input: { ...place, issue_number }, fields: '["number"]' }
    const { structuredContent } = await connected.client.callTool({
      name: "execute",
      arguments: args,
    })
    expect(structuredContent).toMatchObject({
      results: [{ data: { number: 1 } }, { data: { number: 2 } }],
    })
  })

  test("without a repository, or with null for it, use the default repository", async () => {
    const own = await connect(["--tasks", "-R", "octocat/hello-world"], "2025-11-25")
    const input = { owner: null, repo: null, issue_number: "1" }
    const args = { task: "issue.view", input, fields: ["title"] }
    expect(await own.client.callTool({ name: "execute", arguments: args })).toMatchObject({
      structuredContent: { data: { title: "Found a bug" } },
    })
    await own.close()
  })
})
