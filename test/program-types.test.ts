/** The declaration of `ghx` for scripts of `ghx exec` is self-contained, and covers the whole catalog. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { registry } from "../generated/registry.js"
import { declarationOf } from "../runtime/execute/descriptions/index.js"
import { knownIn } from "../runtime/index.js"
import { ROOT } from "./projects.js"

test("the declaration of `ghx` for scripts type-checks a program without other types", async () => {
  const ids = [...knownIn(registry).keys()]
  const contracts = await Promise.all(ids.map((id) => registry.source(id).contract()))
  const folder = mkdtempSync(join(tmpdir(), "ghx-program-types-"))
  writeFileSync(join(folder, "ghx.d.ts"), declarationOf(contracts))
  const program = `/// <reference path="./ghx.d.ts" />
    export async function program(): Promise<[string, boolean | null]> {
      const place = { owner: "octocat", repo: "hello-world" }
      const { title } = await ghx.issue.view({ ...place, issue_number: 1 }, { fields: ["title"] })
      const { items } = await ghx.pr.threads.list({ ...place, pull_number: 7 })
      return [title, items[0]?.is_resolved ?? null]
    }
    // @ts-expect-error: it lacks inputs
    export const wrong = ghx.issue.view({ owner: "octocat" })`
  writeFileSync(join(folder, "program.ts"), program)
  const options = ["--ignoreConfig", "--strict", "--noEmit", "--lib", "es2022", "--types", ""]
  const compiler = join(ROOT, "node_modules/.bin/tsc")
  const { stdout } = spawnSync(compiler, [...options, join(folder, "program.ts")], {
    encoding: "utf8",
  })
  rmSync(folder, { recursive: true })
  expect(stdout).toBe("")
})
