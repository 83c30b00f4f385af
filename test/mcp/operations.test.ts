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
  connected = await connect(["--sandbox"], "2025-11-25")
  expect(connected.client.getInstructions()).not.toContain("REST")
  expect(await call("execute", { task: labels, input: at })).toContain("AUTH")
  expect(await call("explain", { tasks: ["create a webhook"] })).not.toContain("POST /")
})

it("ghx mcp --documents runs operations that read, and explains and suggests operations", async () => {
  connected = await connect(["--sandbox", "--documents"], "2025-11-25")
  expect(connected.client.getInstructions()).toContain("REST operation")
  expect(await call("execute", { task: labels, input: at })).toContain("Something isn't working")
  const document = "{ viewer { login } }"
  expect(await call("execute", { task: document, input: {} })).toContain("octocat")
  expect(await call("execute", label)).toContain("AUTH")
  expect(await call("explain", { tasks: [labels] })).toContain("owner, repo")
  const found = await call("explain", { tasks: ["create a webhook"] })
  expect(found).toContain("POST /repos/{owner}/{repo}/hooks: Create a repository webhook")
})

it("ghx mcp --documents --allow-write runs operations that write, also in chains", async () => {
  connected = await connect(["--sandbox", "--documents", "--allow-write"], "2025-11-25")
  const tasks = [
    { ...label, as: "new" },
    {
      task: "issue.labels.add",
      input: { ...at, issue_number: 1, labels: [{ $from: "new", path: "name" }] },
    },
  ]
  expect(await call("chain", { tasks })).toContain("success")
})
