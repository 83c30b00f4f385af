/** Runs every command that a page shows, and compares its output with the page. */
import { rmSync } from "node:fs"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { blocksOf, like, pages } from "../pages.js"
import { type } from "./type.js"

// test/issue-chain/command.test.ts types those of issue chains, in a clone.
const blocks = pages
  .filter(({ path }) => path !== "docs/issue-chains.md")
  .flatMap(blocksOf)
  .filter(({ language, text }) => language === "console" && text.startsWith("$ ghx "))

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
beforeEach(() => github.reset())
// The files that one page writes.
afterEach(() => {
  for (const file of ["unfinished.json", "recording.json", "runs"])
    rmSync(file, { force: true, recursive: true })
})
afterAll(() => github.close())

test.each(blocks)("ghx commands print what the page shows: $page, line $line", async ({ text }) => {
  const [, ...typed] = text.split(/^\$ /m)
  expect(typed.length).toBeGreaterThan(0)
  for (const one of typed) {
    const [line = "", ...output] = one.trimEnd().split("\n")
    const { stdout, stderr } = await type(line)
    expect(`${stdout}${stderr}`.trimEnd()).toMatch(like(output.join("\n")))
  }
})

const table = pages.find(({ path }) => path === "docs/guides/coming-from-gh.md")?.text ?? ""
const rows = [...table.matchAll(/^\| `(gh .*?)` \| `(ghx .*?)` \|$/gm)]

test("docs/guides/coming-from-gh.md maps at least twenty commands of gh, and all of them work", async () => {
  expect(rows.length).toBeGreaterThanOrEqual(20)
  for (const [, , line = ""] of rows) {
    github.reset()
    expect(await type(line), line).toMatchObject({ exitCode: 0, stderr: "" })
  }
})
