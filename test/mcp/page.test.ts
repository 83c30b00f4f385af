/** The session of docs/agents.md is one that takes place. */
import { startSandbox } from "ghx/sandbox"
import { expect, test, vi } from "vitest"
import { blocksOf, like, pages } from "../pages.js"
import { connect } from "./connect.js"

const blocks = pages.filter(({ path }) => path === "docs/agents.md").flatMap(blocksOf)

test("the session", async () => {
  const github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  const { client, close } = await connect([], "2026-07-28")
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

test("the configuration starts what there is", () => {
  const [config] = blocks.filter(({ language }) => language === "json")
  const { args } = JSON.parse(config?.text ?? "{}").mcpServers.ghx
  expect(args).toEqual(["ghx", "mcp"])
})
