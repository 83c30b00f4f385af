/** TypeScript's error for a misspelt name or value suggests the right one, despite overloads. */
import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { ROOT } from "./projects.js"
import { all } from "./some.js"
import { createProjectFolder } from "./type-check.js"

const folder = createProjectFolder("type-suggestions")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const mistakes: readonly [code: string, suggestion: string][] = [
  ['ghx.issue.view({ owner: "o", repo: "r", issueNumber: 1 })', "issue_number"],
  [
    'ghx.issue.view({ owner: "o", repo: "r", issue_numbr: 1 }, { fields: ["title"] })',
    "issue_number",
  ],
  ['ghx.issue.list({ owner: "o", repo: "r", state: "OPEN" })', "states"],
  ['ghx.issue.list({ owner: "o", repo: "r", states: ["open"] })', "OPEN"],
  ['ghx.issue.view({ owner: "o", repo: "r", issue_number: 1 }, { fields: ["titel"] })', "title"],
  ['chain(ghx.issue.view({ owner: "o", repo: "r", issue_numbr: 1 }))', "issue_number"],
  ['execute("issue.view", { owner: "o", repo: "r", issueNumber: 1 })', "issue_number"],
  [
    'execute("issue.view", { owner: "o", repo: "r", issue_number: 1 }, { fields: ["titel"] })',
    "title",
  ],
  [
    'executeTask({ task: "issue.view", input: { owner: "o", repo: "r", issue_numbr: 1 } })',
    "issue_number",
  ],
]

// The oldest compiler prints the same, but takes twenty seconds.
it.each(all ? ["typescript", "typescript-5.4"] : ["typescript"])(
  "%s suggests the right name for a misspelt input, value or field",
  (compiler) => {
    const head = 'import { chain, execute, executeTask, ghx } from "ghx"\n'
    writeFileSync(join(folder, "a.ts"), head + mistakes.map(([code]) => `void ${code}\n`).join(""))
    const isNewest = compiler === "typescript"
    const paths = { ghx: [join(ROOT, "generated/index.ts")] }
    // If the oldest compiler does not know an option, it reports nothing else.
    const known = { target: "es2022" }
    const config = {
      extends: join(ROOT, "tsconfig.base.json"),
      compilerOptions: { paths, noEmit: true, ...known },
      include: ["a.ts"],
      exclude: ["runtime"],
      // The oldest compiler knows not all options of that project.
      ...(isNewest && { references: [{ path: join(ROOT, "tsconfig.generated.json") }] }),
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    const tsc = join(ROOT, "node_modules", compiler, "bin/tsc")
    const printed = outputOf(
      tsc,
      isNewest ? ["--build", folder, "--checkers", "1"] : ["-p", folder],
    )
    const [, ...problems] = printed.split(/^\S*a\.ts\((?=\d+,)/m)
    const byLine = new Map(problems.map((text) => [Number.parseInt(text, 10), text]))
    for (const [index, [code, suggestion]] of mistakes.entries()) {
      const message = byLine.get(index + 2) ?? ""
      expect(message, code).toMatch(new RegExp(`Did you mean (to write )?'"?${suggestion}"?'`))
    }
  },
)

function outputOf(program: string, args: string[]): string {
  try {
    return execFileSync(process.execPath, [program, ...args], { cwd: folder, encoding: "utf8" })
  } catch (error) {
    return String(Object(error).stdout)
  }
}
