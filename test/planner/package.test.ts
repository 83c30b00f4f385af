/** Tests the published planner: it is small, runs on any platform, and is only loaded by those who import it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createFolderWithPackage } from "../installed.js"

let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("plan-test")
  writeFileSync(join(folder, "tsconfig.json"), "{}")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function bundle(text: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents: text, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    external: ["lru-cache"],
    write: false,
  })
  return outputFiles.map(({ text }) => text).join("\n")
}

/** An explanation by the planner. */
const words = "is not an entity of"

it("a bundle of ghx/plan is the table and under 5 kB of code, and runs alone", async () => {
  const code = await bundle('export { createPlanner, plan } from "ghx/plan"')
  const table = readFileSync(join(import.meta.dirname, "../../generated/plan.json"))
  expect(code).toContain(words)
  expect(code).not.toMatch(/fetch\(|api\.github\.com/)
  expect(gzipSync(code).length - gzipSync(table).length).toBeLessThan(5_000)
  const file = join(folder, "planner.mjs")
  writeFileSync(file, code)
  const { createPlanner, plan }: typeof import("ghx/plan") = await import(pathToFileURL(file).href)
  const { steps } = plan({ intent: "user.me", entities: {} })
  expect(steps).toMatchObject([{ tool: "user.me" }])
  const own = createPlanner({ tools: { wave: {} } })
  expect(own({ intent: "wave", entities: {} }).steps).toHaveLength(1)
})

it("a bundle that does not import ghx/plan contains no planner", async () => {
  const code = await bundle('import { executeTasks } from "ghx"\nconsole.log(executeTasks)')
  expect(code).not.toContain(words)
  expect(code).not.toContain('"issue_number\\\\":{\\\\"noun')
})
