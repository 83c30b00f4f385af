/** Commands that need a client of Redis or Postgres, in a project that has not installed it. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { builtPackage, createProject, typeBare } from "../installed.js"
import { ROOT } from "../projects.js"

let project: string
beforeAll(async () => {
  project = createProject()
  const modules = join(project, "node_modules")
  mkdirSync(modules)
  cpSync(join(ROOT, await builtPackage()), join(modules, "ghx"), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name))
  }
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

test.each([
  [
    { GHX_BUDGET: "redis://127.0.0.1:1" },
    ["run", "user.me"],
    ["GHX_BUDGET needs ioredis", "npm install ioredis@6"],
  ],
  [
    { GHX_BUDGET: "postgres://127.0.0.1:1/x" },
    ["run", "user.me"],
    ["GHX_BUDGET needs pg", "npm install pg@8"],
  ],
  [
    { GHX_QUEUE: "redis://127.0.0.1:1" },
    ["queue", "status", "nightly"],
    ["--on needs bullmq and ioredis", "npm install bullmq@6 ioredis@6"],
  ],
  [
    { GHX_QUEUE: "postgres://127.0.0.1:1/x" },
    ["worker"],
    ["--on needs @dbos-inc/dbos-sdk and pg", "npm install @dbos-inc/dbos-sdk@5 pg@8"],
  ],
])("ghx with %o says which missing package to install", async (env, words, says) => {
  const bin = join(project, "node_modules/ghx/dist/surfaces/command/bin.js")
  const given = { GH_TOKEN: "sandbox-token", GHX_BASE_URL: "http://127.0.0.1:1", ...env }
  const failed = await typeBare(process.execPath, [bin, ...words], project, given).catch(
    (error: unknown) => error,
  )
  expect(failed).toMatchObject({ code: 2, stdout: "" })
  for (const text of says) expect(Object(failed).stderr).toContain(text)
})
