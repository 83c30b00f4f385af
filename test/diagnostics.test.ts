/**
 * Common mistakes, one folder each in `test/diagnostics/`: cards and documents (with `contracts.lock.json`
 * and `schema.graphql` if the mistake is there), and the compiler's messages in `expected.txt`. After a
 * change of wording run with UPDATE=1, and read every changed text.
 */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { catalogue, type DiagnosticCode } from "../generator/diagnostics/index.js"
import { listFiles } from "../generator/read/index.js"
import { formatDiagnostics } from "../generator/report/index.js"
import { compile, inputsOfFixture } from "./compile.js"
import { COMPILER, ROOT, withFixture } from "./projects.js"
import { rarely } from "./rarely.js"

const FIXTURES = join(ROOT, "test/diagnostics")
const fixtures = readdirSync(FIXTURES).sort()

describe("the compiler's messages for a mistake equal expected.txt", () => {
  it.each(fixtures)("%s", (name) => {
    const { text, diagnostics, files } = compiled(name)
    const path = join(FIXTURES, name, "expected.txt")
    if (process.env.UPDATE) writeFileSync(path, text)
    expect(text).toBe(readFileSync(path, "utf8"))
    const hasErrors = diagnostics.some(({ severity }) => severity === "error")
    expect(files.size > 0, "files are generated when there is no error").toBe(!hasErrors)
  })
})

it("every diagnostic code has a fixture that reports it", () => {
  const produced = new Set(fixtures.flatMap((name) => codesIn(expectedText(name))))
  const codes = Object.keys(catalogue) as DiagnosticCode[]
  expect(codes.filter((code) => !produced.has(code))).toEqual([])
})

it("one compiler run reports the problems of all files and all stages", () => {
  expect(filesIn(expectedText("many-files")).length).toBeGreaterThanOrEqual(6)
  expect(codesIn(expectedText("many-in-one-card")).length).toBeGreaterThanOrEqual(7)
  expect(codesIn(expectedText("many-in-one-mapping")).length).toBeGreaterThanOrEqual(6)
})

describe("the compiler's command", () => {
  it("prints errors to stderr, exits with 1 and writes nothing", () => {
    withFixture(join(FIXTURES, "many-files"), (project) => {
      writeFileSync(join(project, "generated/kept.ts"), "// of an earlier run\n")
      const before = listFiles(project, "generated")
      const { status, stdout, stderr } = run(project)
      expect(status).toBe(1)
      expect(stdout).toBe("")
      expect(stderr).toContain(expectedText("many-files"))
      expect(stderr).toContain("nothing was written")
      expect(listFiles(project, "generated")).toEqual(before)
      expect(listFiles(project, "docs")).toEqual([])
    })
  })

  rarely("writes the files despite warnings, and repeats the warnings on --check", () => {
    withFixture(join(FIXTURES, "shared-unused"), (project) => {
      const { status, stderr } = run(project)
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: `${expectedText("shared-unused")}4 warnings.\n`,
      })
      expect(listFiles(project, "generated")).toContain("generated/issue/view.ts")
      expect(run(project, "--check")).toMatchObject({ status, stderr })
    })
  })

  rarely("prints diagnostics as JSON with --format json", () => {
    withFixture(join(FIXTURES, "many-files"), (project) => {
      const { status, stdout } = run(project, "--format", "json")
      expect(status).toBe(1)
      expect(JSON.parse(stdout)).toEqual(compiled("many-files").diagnostics)
    })
  })

  rarely("names the location of the cause in a shared file, in each format", () => {
    withFixture(join(FIXTURES, "contract-changed-by-a-shape"), (project) => {
      const place = { file: "cards/shapes/issue.yaml", line: 2, column: 30 }
      const what = "`body` of the shape `issue`"
      const [only] = JSON.parse(run(project, "--format", "json").stdout)
      expect(only).toMatchObject({
        file: "cards/issue/view.yaml",
        note: { ...place, message: what },
      })
      const { stdout } = run(project, "--format", "github")
      expect(stdout).toContain(`(${what}, cards/shapes/issue.yaml:2:30; write 1.1.0)`)
      expect(run(project).stderr).toContain(`note: ${what}, cards/shapes/issue.yaml:2:30\n`)
    })
  })

  it("prints diagnostics as workflow annotations with --format github", () => {
    withFixture(join(FIXTURES, "many-files"), (project) => {
      const { status, stdout } = run(project, "--format", "github")
      expect(status).toBe(1)
      const lines = stdout.trimEnd().split("\n")
      expect(lines).toHaveLength(compiled("many-files").diagnostics.length)
      for (const line of lines) {
        expect(line).toMatch(
          /^::(error|warning) file=[^,:]+,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=GHX\d{4} [^:]+::.+$/,
        )
      }
    })
  })
})

function compiled(name: string) {
  const inputs = inputsOfFixture(join(FIXTURES, name))
  const { diagnostics, files } = compile(inputs)
  const sourceOf = (path: string) => inputs.cards.get(path) ?? inputs.operations.get(path)
  return { text: formatDiagnostics(diagnostics, "text", sourceOf), diagnostics, files }
}

function run(project: string, ...options: string[]) {
  const args = [join(ROOT, COMPILER), "--root", project, "--no-cache", ...options]
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" })
}

function expectedText(name: string): string {
  return readFileSync(join(FIXTURES, name, "expected.txt"), "utf8")
}

const HEAD = /^(\S+):\d+:\d+ (?:error|warning) (GHX\d{4}): /gm

function filesIn(text: string): string[] {
  return [...new Set([...text.matchAll(HEAD)].map(([, file]) => file ?? ""))]
}

function codesIn(text: string): string[] {
  return [...new Set([...text.matchAll(HEAD)].map(([, , code]) => code ?? ""))]
}
