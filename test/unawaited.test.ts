/**
 * Tests that a step which is never awaited sends nothing, and that in development the process warns before it exits.
 */
import { spawnSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createFolderWithPackage } from "./installed.js"
import { ROOT } from "./projects.js"
import { rarely } from "./rarely.js"

let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("never-awaited-test")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Nothing listens there: every call that is sent is refused at once.
const PREAMBLE = `import { chain, createExecutor, createGhx } from "ghx"
const options = { base_url: "http://127.0.0.1:1", token: "token", retry: false }
const ghx = createGhx(options)
const repository = { owner: "octocat", repo: "hello-world" }
const issue = { ...repository, issue_number: 1 }
`

/** The stderr of a script, whose first line is the sixth of its file. */
function warningsOf(script: string, env = "development", flags: string[] = []): string {
  const file = join(folder, "script.mjs")
  writeFileSync(file, PREAMBLE + script)
  const { NODE_OPTIONS: _, ...rest } = process.env
  const ran = spawnSync(process.execPath, [...flags, file], {
    cwd: folder,
    encoding: "utf8",
    env: { ...rest, NODE_ENV: env },
  })
  return ran.stderr
}

describe("a process with NODE_ENV=development", () => {
  it("warns about an unawaited step, with its location", () => {
    const stderr = warningsOf("ghx.issue.view(issue)\nawait ghx.user.me()")
    expect(stderr).toContain("Unawaited: nothing was sent for issue.view")
    expect(stderr).toMatch(/script\.mjs:6:11/)
    expect(stderr).not.toContain("user.me")
  })

  rarely("warns once about many unawaited steps from one location", () => {
    const stderr = warningsOf("for (let i = 0; i < 2000; i += 1) ghx.issue.view(issue)")
    expect(stderr.match(/issue\.view/g)).toHaveLength(1)
  })

  it("warns about an unawaited chain, but not about its steps", () => {
    const stderr = warningsOf("chain(ghx.issue.view(issue), chain(ghx.user.me()))")
    expect(stderr).toContain("nothing was sent for a chain of issue.view, user.me")
    expect(stderr).toMatch(/script\.mjs:6:1/)
    expect(stderr.match(/nothing was sent/g)).toHaveLength(1)
  })

  it.each(
    Object.entries({
      "awaited steps": "await ghx.issue.view(issue)\nawait ghx.user.me().orThrow().catch(() => {})",
      "a step that runs in the background": "ghx.issue.view(issue).then(() => {})",
      "iterated lists": `for await (const one of ghx.issue.list(repository).items({ limit: 0 }));
        for await (const one of ghx.issue.list(repository).pages({ limit: 0 }));
        try { for await (const one of ghx.issue.list(repository)); } catch {}`,
      "awaited chains": "await chain(ghx.issue.view(issue), chain([ghx.user.me()]))",
      "tasks by name": `const { execute, executeTasks } = createExecutor(options)
        await execute("user.me", {})
        await executeTasks([{ task: "user.me", input: {} }, { task: "issue.view", input: issue }])
        await executeTasks([
          { task: "repo.labels.list", input: repository, as: "labels" },
          {
            task: "repo.label.delete",
            each: { in: { $from: "labels", path: "items" } },
            input: { ...repository, name: { $item: "name" } },
          },
        ])`,
      "a call with invalid options": "await ghx.user.me().run({ bogus: true }).catch(() => {})",
      "a chain with invalid options":
        "await chain(ghx.user.me()).run({ bogus: true }).catch(() => {})",
      "a step awaited in beforeExit": `const step = ghx.issue.view(issue)
        process.once("beforeExit", async () => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          await step
        })`,
      "a step before process.exit": "ghx.issue.view(issue)\nprocess.exit(0)",
      "a step in a runtime without `process`": "delete globalThis.process\nghx.issue.view(issue)",
    }),
  )("does not warn about %s", (_what, script) => {
    expect(warningsOf(script)).toBe("")
  })

  it("prints only the error when it fails", () => {
    const stderr = warningsOf('ghx.issue.view(issue)\nthrow new Error("Broken")')
    expect(stderr).toContain("Broken")
    expect(stderr).not.toContain("nothing was sent")
  })

  rarely("does not warn with --no-warnings", () => {
    expect(warningsOf("ghx.issue.view(issue)", "development", ["--no-warnings"])).toBe("")
  })
})

rarely(
  "a process with NODE_ENV=test that runs the sources under tsx names the line of the caller",
  () => {
    const script = join(ROOT, ".cache/never-awaited.ts")
    writeFileSync(script, `${PREAMBLE}interface Lines {\n  kept: true\n}\nghx.issue.view(issue)`)
    const { stderr } = spawnSync(process.execPath, ["--import", "tsx", script], {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "test" },
    })
    expect(stderr).toMatch(/issue\.view \(\S*never-awaited\.ts:9:11\)/)
  },
)

it.each(["production", ""])(
  "a process with NODE_ENV=%s does not warn about an unawaited step",
  (env) => {
    expect(warningsOf("ghx.issue.view(issue)", env)).toBe("")
  },
)
