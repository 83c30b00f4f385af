/**
 * Runs the lines of public scripts that docs/gh.md lists with the real gh and with ghx, on two equal
 * sandboxes.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, type ServedGh, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { needsGh } from "../needs.js"
import { pages } from "../pages.js"
import { stateOf } from "./state-of.js"
import { type Typed, typeWords, wordsOf } from "./type.js"

const page = pages.find(({ path }) => path === "docs/gh.md")?.text ?? ""
const [, table = ""] = /<!-- scripts -->\n([\s\S]*)<!-- \/scripts -->/.exec(page) ?? []
const rows = [...table.matchAll(/^\| `(.+)` \| (.+) \|$/gm)].map(([, line = "", outcome = ""]) => ({
  line: line.replaceAll("\\|", "|"),
  outcome,
}))

let ours: Sandbox
let theirs: Sandbox
let served: ServedGh
const folder = mkdtempSync(join(tmpdir(), "ghx-scripts-"))

beforeAll(async () => {
  ours = await startSandbox()
  theirs = await startSandbox()
  served = await theirs.serveGh()
  vi.stubEnv("GHX_BASE_URL", ours.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
  writeFileSync(join(folder, "notes.md"), "From a file\n")
})
beforeEach(() => {
  ours.reset()
  theirs.reset()
})
afterAll(async () => {
  await ours.close()
  await theirs.close()
  rmSync(folder, { recursive: true })
})

const argvOf = (line: string) =>
  wordsOf(line).map((word) => (word === "notes.md" ? join(folder, word) : word))

function typeGh(line: string): Promise<Typed> {
  const env = { PATH: process.env.PATH, ...served.env, GH_REPO: "octocat/hello-world" }
  return new Promise((resolve) => {
    execFile("gh", argvOf(line), { env, cwd: folder }, (error, stdout, stderr) => {
      resolve({ stdout, stderr, exitCode: Number(error?.code ?? 0) })
    })
  })
}

test("there are forty lines and more of issues, pull requests, runs, releases and the API", () => {
  expect(rows.length).toBeGreaterThanOrEqual(40)
  const commands = new Set(rows.map(({ line }) => line.split(" ")[0]))
  expect([...commands].sort()).toEqual(["api", "issue", "pr", "release", "run", "workflow"])
})

const refused = rows.filter(({ outcome }) => outcome.startsWith("refused: "))

test.each(refused)("$line is $outcome", async ({ line, outcome }) => {
  const before = stateOf(ours)
  const { stdout, stderr, exitCode } = await typeWords(argvOf(line))
  expect(stderr).toContain(outcome.replace("refused: ", ""))
  expect(exitCode).toBeGreaterThan(0)
  expect(stdout).toBe("")
  expect(stateOf(ours)).toEqual(before)
})

test.for(rows.filter((row) => !refused.includes(row)))("$line: $outcome", async (row, context) => {
  needsGh(context)
  const { line, outcome } = row
  const own = await typeWords(argvOf(line))
  const gh = await typeGh(line)
  const exitCode = line.startsWith("run watch") ? 1 : gh.exitCode
  expect(own, own.stderr).toMatchObject({ exitCode })
  expect(stateOf(ours)).toEqual(stateOf(theirs))
  if (outcome === "the same") expect(dataIn(own.stdout)).toEqual(dataIn(gh.stdout))
  else if (outcome === "first columns") {
    const [some, all] = [own.stdout, gh.stdout].map((text) => text.trimEnd().split("\n").sort())
    expect(some).toHaveLength(all?.length ?? 0)
    for (const [at, text] of (some ?? []).entries()) expect(all?.[at]).toMatch(startOf(text))
  } else {
    expect(outcome).toBe("JSON")
    expect(JSON.parse(own.stdout)).toBeTypeOf("object")
  }
})

const startOf = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(\t|$)`)

/** JSON is compared as data, everything else as it is. */
function dataIn(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text
}
