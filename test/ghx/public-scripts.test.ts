/** Runs the lines of public scripts in public-scripts.md with the real gh and with ghx, on two equal sandboxes. */
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, type ServedGh, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { needsGh } from "../needs.js"
import { some } from "../some.js"
import { expectSameState, stateOf } from "./state-of.js"
import { type Typed, typeWords, wordsOf } from "./type.js"

const table = readFileSync(join(import.meta.dirname, "public-scripts.md"), "utf8")
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
  // gh determines the branch from the clone.
  const clone = join(folder, "theirs")
  const remote = "https://github.com/octocat/hello-world.git"
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", clone])
  execFileSync("git", ["-C", clone, "remote", "add", "origin", remote])
})
beforeEach(() => {
  for (const whose of ["ours", "theirs"]) {
    mkdirSync(join(folder, whose), { recursive: true })
    rmSync(join(folder, whose, "out"), { recursive: true, force: true })
    writeFileSync(join(folder, whose, "notes.md"), "From a file\n")
    writeFileSync(join(folder, whose, "app.zip"), "Bytes")
  }
  ours.reset()
  theirs.reset()
})
afterAll(async () => {
  await ours.close()
  await theirs.close()
  rmSync(folder, { recursive: true })
})

const files = ["app.zip", "notes.md", "out"]

/** @param whose - the name of the folder for files that the line writes */
const argvOf = (line: string, whose: "ours" | "theirs") =>
  wordsOf(line).map((word) => (files.includes(word) ? join(folder, whose, word) : word))

function typeGh(line: string): Promise<Typed> {
  const env = { PATH: process.env.PATH, ...served.env, GH_REPO: "octocat/hello-world" }
  return new Promise((resolve) => {
    execFile(
      "gh",
      argvOf(line, "theirs"),
      { env, cwd: join(folder, "theirs") },
      (error, stdout, stderr) => {
        resolve({ stdout, bytes: Buffer.from(stdout), stderr, exitCode: Number(error?.code ?? 0) })
      },
    )
  })
}

test("the page states how many of the lines have which result", async () => {
  const [, page = ""] = (await readFile("docs/gh.md", "utf8")).split("## Compatibility")
  const outcomes = [/^the same/, /^fails/, /^some lines/, /^first/, /^refused/, /^JSON/, /^logs/]
  const counts = outcomes.map((one) => rows.filter(({ outcome }) => one.test(outcome)).length)
  const stated = [...page.matchAll(/^\| (\d+) \| /gm)].map(([, count]) => Number(count))
  expect(stated).toEqual(counts)
  const [same = 0, fails = 0] = counts
  expect(page).toContain(`The ${rows.length} command lines`)
  expect(page).toContain(`${Math.floor((100 * (same + fails)) / rows.length)} % have gh's`)
})

const refused = rows.filter(({ outcome }) => outcome.startsWith("refused: "))

test.each(refused)("ghx $line is $outcome", async ({ line, outcome }) => {
  const before = stateOf(ours)
  const { stdout, stderr, exitCode } = await typeWords(argvOf(line, "ours"))
  expect(stderr).toContain(outcome.replace("refused: ", ""))
  expect(exitCode).toBeGreaterThan(0)
  expect(stdout).toBe("")
  expect(stateOf(ours)).toEqual(before)
})

test.for(
  some(
    rows.filter((row) => !refused.includes(row)),
    10,
  ),
)("ghx $line has gh's effect and output: $outcome", async (row, context) => {
  needsGh(context)
  const { line, outcome } = row
  vi.stubEnv("GHX_API_WRITES", "allow")
  const own = await typeWords(argvOf(line, "ours"))
  const gh = await typeGh(line)
  vi.stubEnv("GHX_API_WRITES", undefined)
  const isAlike =
    outcome === "fails, too"
      ? own.exitCode > 0 && gh.exitCode > 0
      : own.exitCode === (line.startsWith("run watch") ? 1 : gh.exitCode)
  expect(isAlike, `${own.exitCode}, not ${gh.exitCode}: ${own.stderr}`).toBe(true)
  expectSameState(ours, theirs)
  expect(filesIn(join(folder, "ours"))).toEqual(filesIn(join(folder, "theirs")))
  if (outcome === "the same" || outcome === "fails, too")
    expect(dataIn(own.stdout)).toEqual(dataIn(gh.stdout))
  else if (outcome === "first columns") {
    const [some, all] = [own.stdout, gh.stdout].map((text) => text.trimEnd().split("\n").sort())
    expect(some).toHaveLength(all?.length ?? 0)
    for (const [at, text] of (some ?? []).entries()) expect(all?.[at]).toMatch(startOf(text))
  } else if (outcome === "some lines") {
    const all = gh.stdout.replaceAll(notPrinted, "").split("\n")
    const rest = own.stdout.split("\n").reduce((left: string[], text) => {
      const at = left.findIndex((one) => startOf(text.replace("ghx ", "gh ")).test(one))
      expect(at, `${text} in ${left.join("\n")}`).toBeGreaterThanOrEqual(0)
      return left.slice(at + 1)
    }, all)
    expect(rest).toEqual([])
    const names = (text: string) => [...text.matchAll(/^([\w-]+):\t/gm)].map(([, name]) => name)
    const missing = names(gh.stdout).filter((name) => !names(own.stdout).includes(name))
    expect(["projects", "reviewers", "edited", "author"]).toEqual(expect.arrayContaining(missing))
  } else if (outcome === "logs") expect(own.stdout).toBe(logsOf(gh.stdout))
  else {
    expect(outcome).toBe("JSON")
    expect(JSON.parse(own.stdout)).toBeTypeOf("object")
  }
})

/** gh's lines below their job and step. */
function logsOf(printed: string): string {
  let before = ""
  const lines = printed.split("\n").map((line) => {
    const [, at = "", text = ""] = /^(.+?\t.+?)\t\S+ (.*)$/.exec(line) ?? []
    const heading = at === before || at === "" ? "" : `${before && "\n"}${at}\n`
    before = at
    return heading + text
  })
  return lines.join("\n")
}

/** Fields of a run that gh prints and ghx does not, at the end of a line. */
const notPrinted = / #\d+(?= ·)| in \d+s(?= \()|has already /g

/** The written files, by path. */
function filesIn(path: string): Record<string, string> {
  const all = readdirSync(path, { recursive: true, withFileTypes: true, encoding: "utf8" })
  const own = all.filter((one) => one.isFile() && !one.parentPath.includes(".git"))
  return Object.fromEntries(
    own.map(({ name, parentPath }) => {
      const file = join(parentPath, name)
      return [file.slice(path.length), readFileSync(file, "base64")]
    }),
  )
}

const startOf = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(\t| about |$)`)

/** Times at the end of a line, which newer versions than gh 2.23 write alike everywhere. */
const times = /\t(?:(\d{4}-\d\d-\d\d)(?:T\S+Z| \S+ \+0000 UTC)|([A-Z][a-z]{2} [ \d]\d, \d{4}))$/gm

const dateOf = (_: string, date: string | undefined, words: string | undefined) =>
  `\t${date ?? new Date(`${words} UTC`).toISOString().slice(0, 10)}`

/** JSON is compared as data, everything else as it is. */
function dataIn(text: string): unknown {
  // gh reaches its sandbox under the name of github.com.
  const own = text.replaceAll(ours.url, "https://api.github.com")
  const isOne = /^[[{]/.test(own) && !/\n./.test(own)
  return isOne ? JSON.parse(own) : own.replaceAll(times, dateOf)
}
