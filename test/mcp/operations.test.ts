/** Operations without a capability, over MCP: only available if the server was started with the option. */
import { afterEach, expect, it } from "vitest"
import { type Connected, connect } from "./connect.js"

let connected: Connected
afterEach(() => connected.close())

const labels = "GET /repos/{owner}/{repo}/labels"
const at = { owner: "octocat", repo: "hello-world" }
const label = {
  task: "POST /repos/{owner}/{repo}/labels",
  input: { ...at, name: "a", color: "ededed" },
}

async function call(name: string, args: Record<string, unknown>) {
  return JSON.stringify(await connected.client.callTool({ name, arguments: args }))
}

it("ghx mcp rejects operations and does not mention them without --documents", async () => {
  connected = await connect(["--tasks", "--sandbox"], "2025-11-25")
  expect(connected.client.getInstructions()).not.toContain("REST")
  expect(await call("execute", { task: labels, input: at })).toMatch(
    /AUTH.*This server .*--documents.*--allow-write/,
  )
  expect(await call("explain", { tasks: ["create a codespace"] })).not.toContain("POST /")
})

it("ghx mcp --allow says of other tasks that they are blocked", async () => {
  connected = await connect(["--tasks", "--sandbox", "--allow", "issue.view"], "2025-11-25")
  const text = await call("explain", { tasks: ["issue.close", "issue.view"] })
  expect(text).toContain("issue.close is blocked here")
  expect(text).not.toContain("issue.close(")
  expect(text).toContain("issue.view(")
})

it("ghx mcp --documents runs operations that read, and explains and suggests operations", async () => {
  connected = await connect(["--tasks", "--sandbox", "--documents"], "2025-11-25")
  expect(connected.client.getInstructions()).toContain("REST operation")
  expect(await call("execute", { task: labels, input: at })).toContain("Something isn't working")
  const document = "{ viewer { login } }"
  expect(await call("execute", { task: document, input: {} })).toContain("octocat")
  expect(await call("execute", label)).toContain("AUTH")
  expect(await call("explain", { tasks: [labels] })).toContain("per_page")
  const found = await call("explain", { tasks: ["create a codespace"] })
  expect(found).toContain(
    "POST /repos/{owner}/{repo}/codespaces: Create a codespace in a repository",
  )
})

it("a page that does not show that its list goes on has a warning", async () => {
  connected = await connect(["--tasks", "--sandbox", "--documents", "--program"], "2025-11-25")
  const more = { code: "MORE_PAGES", message: "has more pages" }
  const ofTool = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent } = await connected.client.callTool({ name, arguments: args })
    return structuredContent
  }
  const two = { ...at, per_page: 2 }
  const operation = [{ ...more, fix: "Pass page=2 to read on" }]
  for (const jq of [undefined, "length"]) {
    const given = { task: labels, input: two, ...(jq && { jq }) }
    expect(await ofTool("execute", given)).toMatchObject({ ok: true, warnings: operation })
  }
  const list = { task: "issue.list", input: { ...at, first: 2 } }
  expect(await ofTool("execute", { ...list, jq: ".items|length" })).toEqual({
    ...{ ok: true, data: 2 },
    warnings: [
      {
        ...more,
        message: "has more pages (3 items in all)",
        fix: "Pass its end_cursor as `after` to read on",
      },
    ],
  })
  // Here the result has a `page_info`.
  expect(await ofTool("execute", list)).not.toHaveProperty("warnings")
  const code = `return (await ghx.request("GET /repos/octocat/hello-world/labels", { per_page: 2 })).length`
  expect(await ofTool("program", { code })).toMatchObject({
    data: 2,
    warnings: [{ ...more, message: expect.stringMatching(/^GET .*: has more pages$/) }],
  })
})

it("ghx mcp --documents --allow-write runs operations that write, also in chains", async () => {
  connected = await connect(["--tasks", "--sandbox", "--documents", "--allow-write"], "2025-11-25")
  const tasks = [
    { ...label, as: "new" },
    {
      task: "issue.labels.add",
      input: { ...at, issue_number: 1, labels: [{ $from: "new", path: "name" }] },
    },
  ]
  expect(await call("chain", { tasks })).toContain("success")
})
