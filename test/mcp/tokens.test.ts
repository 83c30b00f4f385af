/** Tests that the token counts in docs/agent-costs.md and the README are up to date and meet their goals. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startSandbox } from "ghx/sandbox"
import { expect, test, vi } from "vitest"
import { ROOT } from "../projects.js"
import { count, tableOf } from "./tokens.js"

const page = join(ROOT, "docs/agent-costs.md")
const place = /(?<=<!-- tokens -->\n).*?(?=<!-- \/tokens -->)/s
const readme = join(ROOT, "README.md")
const cell = /(?<=^\| tool definitions in every request: tokens \| )\d+/m

test("the token counts in docs/agent-costs.md and the README are current and meet their goals", async () => {
  const github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  const counts = await count().finally(github.close)
  const definitions = counts.find(({ what }) => what === "definition of the MCP tool")
  const advice = "UPDATE=1 make test ARGS=test/mcp/tokens.test.ts writes it anew"
  for (const [file, figures, is] of [
    [page, place, `${tableOf(counts)}\n`],
    [readme, cell, `${definitions?.tokens}`],
  ] as const) {
    const text = readFileSync(file, "utf8")
    const measured = text.replace(figures, () => is)
    if (process.env.UPDATE === "1") writeFileSync(file, measured)
    expect(is, `${file}: ${advice}`).toBe(figures.exec(readFileSync(file, "utf8"))?.[0])
  }
  for (const { what, tokens, goal = tokens } of counts) {
    expect(tokens, what).toBeLessThanOrEqual(goal)
  }
})
