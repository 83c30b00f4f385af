/** The last line of a run counts skipped tests, and with CI=true missing programs fail it. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freshCopy } from "./fresh-copy.js"
import { COMPILER, EXPANSIONS } from "./projects.js"

let copy: string
let bare: string
beforeAll(() => {
  copy = freshCopy(dirname(COMPILER), dirname(EXPANSIONS))
  // Otherwise make would write the expansions anew, because the folders of the cards are newer in a copy.
  const now = new Date()
  for (const made of [COMPILER, EXPANSIONS]) utimesSync(join(copy, made), now, now)
  bare = mkdtempSync(join(tmpdir(), "ghx-bare-"))
  symlinkSync(process.execPath, join(bare, "node"))
  const make = '#!/bin/sh\ncase "$*" in *fails*) exit 2;; esac\n'
  writeFileSync(join(bare, "make"), make, { mode: 0o755 })
  writeFileSync(
    join(copy, "test/without-gh.test.ts"),
    `import { it } from "vitest"
import { needsGh } from "./needs.js"
it("calls gh", (context) => needsGh(context))
`,
  )
  writeFileSync(
    join(copy, "test/skipped.test.ts"),
    `import { expect, it } from "vitest"
it("passes", () => expect(1).toBe(1))
it.skip("is skipped by somebody", () => expect(1).toBe(1))
`,
  )
  writeFileSync(
    join(copy, "test/after-all.test.ts"),
    `import { afterAll, expect, it } from "vitest"
afterAll(() => expect(1).toBe(2))
it("passes", () => expect(1).toBe(1))
`,
  )
})
afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
  rmSync(bare, { recursive: true, force: true })
})

/** Runs test files on a machine without gh or a copy of it. */
function run(env: Record<string, string>, ...files: readonly string[]) {
  const args = ["--import", "tsx", "test/run.ts", ...files]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: copy,
    env: { PATH: bare, ...env },
    encoding: "utf8",
  })
  return { status, last: stdout.trim().split("\n").at(-1) }
}

it("the last line of a run counts tests without gh as skipped", () => {
  const last = "0 passed, 0 failed, 1 skipped"
  expect(run({}, "test/without-gh.test.ts")).toEqual({ status: 0, last })
})

it("-t selects tests by their name, and any other option is refused", () => {
  const selected = run({}, "test/skipped.test.ts", "-t", "^passes")
  expect(selected).toEqual({ status: 0, last: "1 passed, 0 failed, 0 skipped" })
  expect(run({}, "test/skipped.test.ts", "--bail", "1").status).toBe(1)
})

it("in CI, missing gh, skips, a failed `afterAll` and a failed check count as failed", () => {
  const files = ["without-gh", "skipped", "after-all"].map((name) => `test/${name}.test.ts`)
  const last = "2 passed, 4 failed, 0 skipped"
  const env = { CI: "true", CHECKS: "check-that-fails" }
  expect(run(env, ...files)).toEqual({ status: 1, last })
})
