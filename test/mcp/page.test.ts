/** Tests the MCP session and the configurations that the docs show. */
import { startSandbox } from "ghx/sandbox"
import { expect, test, vi } from "vitest"
import { blocksOf, like, pages } from "../pages.js"
import { connect } from "./connect.js"

const blocksOn = (page: string) => pages.filter(({ path }) => path === page).flatMap(blocksOf)
const blocks = blocksOn("docs/agents.md")

test("ghx mcp answers the calls in the session of docs/agents.md as shown", async () => {
  const github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  const { client, close } = await connect(["--tasks"], "2026-07-28")
  const [session, ...others] = blocks.filter(({ language }) => language === "mcp")
  expect(others).toEqual([])
  const exchanges = (session?.text ?? "").split(/^→ /m).slice(1)
  expect(exchanges.length).toBeGreaterThan(5)
  for (const exchange of exchanges) {
    const [sent = "", answer = ""] = exchange.split("\n← ")
    const [name = "", ...rest] = sent.split(" ")
    const result = await client.callTool({ name, arguments: JSON.parse(rest.join(" ")) })
    const [first] = result.content
    expect(first?.type === "text" && first.text).toMatch(like(answer.trimEnd()))
  }
  await close()
  await github.close()
})

test("the configuration in docs/agents.md starts `ghx mcp`", () => {
  expect(argumentsOn("docs/agents.md")).toEqual(["ghx", "mcp"])
})

test("the configuration in docs/guides/bounding-an-agent.md blocks the calls it promises to block", async () => {
  const [ghx, mcp, ...args] = argumentsOn("docs/guides/bounding-an-agent.md")
  expect([ghx, mcp]).toEqual(["ghx", "mcp"])
  const { client, close } = await connect([...args, "--tasks", "--sandbox"], "2026-07-28")
  const execute = async (task: string, repo: string) => {
    const input = { owner: "octocat", repo, issue_number: 1 }
    const { content } = await client.callTool({ name: "execute", arguments: { task, input } })
    return JSON.stringify(content)
  }
  expect(await execute("issue.delete", "docs")).toContain("issue.delete")
  expect(await execute("issue.view", "hello-world")).toContain("octocat/hello-world")
  const listed = await client.callTool({ name: "explain", arguments: {} })
  const [first] = listed.content
  const issues = /^issue\.\{.*/m.exec(first?.type === "text" ? first.text : "")?.[0]
  expect(issues).toContain(" close ")
  expect(issues).not.toContain(" delete ")
  await close()
})

function argumentsOn(page: string): string[] {
  const [config] = blocksOn(page).filter(({ language }) => language === "json")
  return JSON.parse(config?.text ?? "{}").mcpServers.ghx.args
}
