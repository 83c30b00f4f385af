/** The token table of docs/agents.md is up to date, and its goals stay met. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startSandbox } from "ghx/sandbox"
import { expect, test, vi } from "vitest"
import { ROOT } from "../projects.js"
import { count, tableOf } from "./tokens.js"

const page = join(ROOT, "docs/agents.md")
const place = /(?<=<!-- tokens -->\n).*?(?=<!-- \/tokens -->)/s

test("what agents pay in tokens", async () => {
  const github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  const counted = await count().finally(github.close)
  const table = `${tableOf(counted)}\n`
  const text = readFileSync(page, "utf8")
  if (process.env.UPDATE === "1")
    writeFileSync(
      page,
      text.replace(place, () => table),
    )
  const advice = "UPDATE=1 make test ARGS=test/mcp/tokens.test.ts writes it anew"
  expect(table, advice).toBe(place.exec(readFileSync(page, "utf8"))?.[0])
  for (const { what, tokens, goal = tokens } of counted) {
    expect(tokens, what).toBeLessThanOrEqual(goal)
  }
})
